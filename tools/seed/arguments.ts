/** More would not be a benchmark of one college any more, and would fill a laptop's disk. */
const MOST = 5_000_000;
const USAGE = `Usage: npm run seed -- --items <1 to ${MOST.toLocaleString('en-IN')}>`;

/**
 * How many items are asked for.
 * @throws Error in one line that tells the usage
 */
export function itemsAskedFor(args: readonly string[]): number {
	const [option, value, ...rest] = args.flatMap((arg) => arg.split(/=(.*)/s).filter(Boolean));
	const count = /^[1-9]\d{0,6}$/.test(value ?? '') ? Number(value) : Number.NaN;
	if (option !== '--items' || rest.length > 0 || !(count <= MOST)) throw new Error(USAGE);
	return count;
}
