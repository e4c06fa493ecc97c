/** What a pool holds: a process of ours with a state that can wear out. */
export interface Pooled {
  /** False when it died or must not be used again. */
  readonly usable: boolean;
  close(): Promise<void>;
}

/** At most `size` members, started when needed, replaced when no longer usable. */
export class Pool<Member extends Pooled> {
  readonly #size: number;
  readonly #start: () => Promise<Member>;
  readonly #idle: Member[] = [];
  readonly #queue: (() => void)[] = [];
  readonly #closing = new Set<Promise<void>>();
  #busy = 0;
  #closed = false;

  constructor(size: number, start: () => Promise<Member>) {
    this.#size = size;
    this.#start = start;
  }

  /** Runs `work` with a member of its own. Rejects when none can be started, or the pool is closed. */
  async use<Result>(work: (member: Member) => Promise<Result>): Promise<Result> {
    while (this.#busy >= this.#size) await new Promise<void>((resolve) => this.#queue.push(resolve));
    if (this.#closed) throw new Error("the sandbox is closed");
    this.#busy++;
    let member: Member | undefined;
    try {
      member = this.#takeIdle() ?? (await this.#start());
      return await work(member);
    } finally {
      this.#busy--;
      if (member) this.#giveBack(member);
      this.#queue.shift()?.();
    }
  }

  /** Waits for members at work, then closes all. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#busy > 0) await new Promise<void>((resolve) => this.#queue.push(resolve));
    for (const resolve of this.#queue.splice(0)) resolve();
    for (const member of this.#idle.splice(0)) this.#retire(member);
    await Promise.all(this.#closing);
  }

  #takeIdle(): Member | undefined {
    for (let member = this.#idle.pop(); member; member = this.#idle.pop()) {
      if (member.usable) return member;
      this.#retire(member);
    }
    return undefined;
  }

  #giveBack(member: Member): void {
    if (member.usable && !this.#closed) this.#idle.push(member);
    else this.#retire(member);
  }

  #retire(member: Member): void {
    const closing = member.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
