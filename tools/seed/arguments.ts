/** More would not be a benchmark of one college any more, and would fill a laptop's disk. */
const MAX_ITEMS = 5_000_000;
const USAGE = `Usage: npm run seed -- --items <1 to ${MAX_ITEMS.toLocaleString('en-IN')}>`;

/**
 * The requested number of items.
 * @throws Error in one line with the usage
 */
export function parseItemCount(args: readonly string[]): number {
	const [option, value, ...extraArgs] = args.flatMap((arg) => arg.split(/=(.*)/s).filter(Boolean));
	const count = /^[1-9]\d{0,6}$/.test(value ?? '') ? Number(value) : Number.NaN;
	if (option !== '--items' || extraArgs.length > 0 || !(count <= MAX_ITEMS)) throw new Error(USAGE);
	return count;
}
