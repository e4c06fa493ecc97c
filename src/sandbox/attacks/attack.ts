/**
 * A program that tries to be paid without doing the work, or to reach out of the sandbox. It defines `f` and knows the
 * constants of a `Trap`. Returning a text that contains BREACH, or the trap's secret, is how it proves success.
 */
export interface Attack {
  /** Kebab-case. */
  name: string;
  /** What it tries, in one line. */
  about: string;
  source: string;
  /** A program run before it in the same slot; it is given the secret as SECRET, which the attack must not find. */
  before?: string;
}
