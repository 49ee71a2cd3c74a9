import { readConfig } from '#server/config/config.ts';
import { migrate } from '#server/db/migrate/migrate.ts';
import { readArguments, WrongArguments } from '#tools/cli/arguments.ts';
import { withDataStores } from '#tools/cli/with-database.ts';
import { printLine } from '#tools/lib/terminal.ts';
import { fillWithItems } from '#tools/seed/fill.ts';

/** More items would no longer represent one college, and would fill a laptop's disk. */
const MAX_ITEMS = 5_000_000;

/** Adds generated items for benchmarks to the database. */
export async function run(args: readonly string[]): Promise<void> {
	const count = readItemCount(args);
	await withDataStores(readConfig(), async (stores) => {
		await migrate(stores.databaseUrl);
		await fillWithItems(stores, count, printLine);
	});
}

/** @throws WrongArguments when the command line has no number of items between 1 and MAX_ITEMS */
export function readItemCount(args: readonly string[]): number {
	const { items = '' } = readArguments(args, { items: { type: 'string' } }).values;
	if (!/^[1-9]\d{0,6}$/.test(items) || Number(items) > MAX_ITEMS) {
		throw new WrongArguments(
			`NUMBER is between 1 and ${MAX_ITEMS.toLocaleString('en-IN')}, written in digits.`,
		);
	}
	return Number(items);
}
