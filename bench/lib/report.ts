import { cpus, loadavg, totalmem } from 'node:os';
import { printLine } from '#tools/lib/terminal.ts';
import type { ResultRow } from './result-row.ts';

type Cell = string | number;

/** A table of figures for the terminal. */
export interface Table {
	title: string;
	columns: readonly string[];
	rows: readonly (readonly Cell[])[];
}

/** Prints a table in the format of Markdown. */
export function printTable({ title, columns, rows }: Table): void {
	printLine(`\n${title}\n`);
	printLine(rowOf(columns));
	printLine(rowOf(columns.map(() => '---')));
	for (const row of rows) printLine(rowOf(row));
}

/**
 * Prints rows as bench/RESULTS.md has them, with the machine they were measured on.
 * @param command as typed
 */
export function printResults(results: readonly ResultRow[], command: string): void {
	const memoryGb = Math.round(totalmem() / 2 ** 30);
	const load = loadavg()[0]?.toFixed(1);
	const machine = `${cpus().length} cores of ${cpus()[0]?.model}, ${memoryGb} GB`;
	const date = new Date().toISOString().slice(0, 10);
	printLine(
		`\nFor bench/RESULTS.md (${machine}, load ${load} at the end, Node ${process.version}):\n`,
	);
	for (const { what, target, measured } of results) {
		printLine(rowOf([what, target, measured, date, `\`${command}\``]));
	}
	const missed = results.filter(({ isMet }) => isMet === false);
	for (const { what } of missed) printLine(`\nTarget missed: ${what}`);
}

function rowOf(cells: readonly Cell[]): string {
	return `| ${cells.join(' | ')} |`;
}
