import { join } from 'node:path';
import { ROOT } from '#tools/lib/run-program.ts';
import type { Table } from './report.ts';
import type { ResultRow } from './result-row.ts';

/** More items would no longer represent one college, and would fill a laptop's disk. */
const MAX_ITEMS = 5_000_000;

/** A command-line option. Its value is a number if its default is a number, otherwise a text. */
interface Option {
	default: number | string;
	help: string;
	/** The largest number allowed. */
	max?: number;
}

/** Options by name, as typed after the two dashes. */
export type Options = Readonly<Record<string, Option>>;

export type OptionValues<Declared extends Options> = {
	[Name in keyof Declared]: Declared[Name]['default'] extends number ? number : string;
};

export type Log = (line: string) => void;

/** The configuration of a server under test. */
export type Environment = Record<string, string> & { DATA_DIR: string };

interface ScenarioResult {
	/** All figures, for the terminal. */
	tables: Table[];
	/** One row for each target, in the form of bench/RESULTS.md. */
	results: ResultRow[];
}

/** A benchmark: its options, and the function that runs it. */
export interface Scenario<Declared extends Options = Options> {
	options: Declared;
	/** @param log prints a line of progress */
	run(values: OptionValues<Declared>, log: Log): Promise<ScenarioResult>;
}

/** Gives the values that `run` receives the types of the declared options. */
export function defineScenario<Declared extends Options>(scenario: Scenario<Declared>): Scenario {
	return scenario as unknown as Scenario;
}

/** The option for where a database and its photos are kept between runs. */
export function dataDirOption(name: string) {
	const folder = join(ROOT, '.cache', name);
	return { default: folder, help: 'where the database and photos are kept between runs' };
}

/** The option for the number of items in the database. */
export function itemsOption(count: number) {
	return { default: count, max: MAX_ITEMS, help: 'items in the database' };
}
