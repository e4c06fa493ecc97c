/** What `next` makes of a value: at once where the value is there, which spares hot paths a wait, and else once it is. */
export function eventually<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result,
): Result | Promise<Awaited<Result>> {
  return value instanceof Promise ? (value.then(next) as Promise<Awaited<Result>>) : next(value);
}
