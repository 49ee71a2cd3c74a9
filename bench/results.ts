import { appendFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { say } from '#ops/terminal.ts';

type Cell = string | number;

/**
 * Prints a table and appends it to `bench/RESULTS.md`, with the command that gave it and how busy the machine was.
 * @param command as a person would type it
 */
export async function report(
	title: string,
	command: string,
	columns: readonly string[],
	rows: readonly (readonly Cell[])[],
): Promise<void> {
	const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;
	const table = [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
	say(table);
	const load = loadavg()[0]?.toFixed(1);
	const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
	const machine = `${cpus().length} cores, load ${load} at the end, Node ${process.version}`;
	const entry = `\n## ${title}\n\n${when} UTC, \`${command}\`, ${machine}\n\n${table}\n`;
	await appendFile(join(import.meta.dirname, 'RESULTS.md'), entry);
}
