import WebSocket from "ws";

/** What to play: the same client drives both servers, only the frames differ. */
export interface Script {
  /** A new seed for every episode. */
  reset(seed: number): string;
  step: string;
  stepsPerEpisode: number;
}

/** A session of the load: the leanest client there can be, so that the server is what is measured. */
export class Player {
  readonly socket: WebSocket;
  readonly #errors: string[];
  #take: (text: string) => void = () => {};

  private constructor(socket: WebSocket, errors: string[]) {
    this.socket = socket;
    this.#errors = errors;
    socket.on("message", (data: Buffer) => this.#take(data.toString("latin1", 0, 400)));
    // A connection that ends leaves nobody waiting.
    socket.on("close", () => this.#take(""));
  }

  /** `errors` collects what goes wrong on this session. */
  static open(url: string, errors: string[]): Promise<Player> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { perMessageDeflate: false });
      socket.once("open", () => resolve(new Player(socket, errors)));
      socket.once("error", reject);
    });
  }

  /** Sends a frame and waits for its reply; resolves with the reply's beginning. */
  ask(frame: string): Promise<string> {
    return new Promise((resolve) => {
      this.#take = (text) => {
        this.#take = () => {};
        if (!text.startsWith('{"type":"observation"')) this.#errors.push(text);
        resolve(text);
      };
      this.socket.send(frame);
    });
  }

  /** Ends the session as a client that died would. */
  drop(): void {
    this.#take = () => {};
    this.socket.terminate();
  }
}

/** Opens sessions, a few at a time: the point is to hold them, not to storm the accept queue. */
export async function openPlayers(url: string, count: number, errors: string[]): Promise<Player[]> {
  const players: Player[] = [];
  while (players.length < count) {
    const batch = Array.from({ length: Math.min(128, count - players.length) }, () => Player.open(url, errors));
    players.push(...(await Promise.all(batch)));
  }
  return players;
}
