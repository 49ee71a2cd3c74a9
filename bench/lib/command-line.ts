import { parseArgs } from 'node:util';
import type { Options, OptionValues } from './scenario.ts';
import { SCENARIOS } from './scenario-list.ts';

/** The arguments of `npm run bench`. */
export interface CommandLine {
	names: string[];
	/** The arguments after the names, as typed. */
	options: string[];
}

/** Splits the arguments into the names of scenarios and the options that follow them. */
export function splitCommandLine(args: readonly string[]): CommandLine {
	const firstOption = args.findIndex((arg) => arg.startsWith('-'));
	const end = firstOption < 0 ? args.length : firstOption;
	return { names: args.slice(0, end), options: args.slice(end) };
}

/**
 * Reads the options of one scenario.
 * @throws Error for an unknown option, or for a value that is not a number where one is expected
 */
export function parseOptions<Declared extends Options>(
	options: Declared,
	args: readonly string[],
): OptionValues<Declared> {
	const declared = Object.keys(options).map((name) => [name, { type: 'string' as const }]);
	const config = { args: [...args], options: Object.fromEntries(declared) };
	const values: Record<string, unknown> = parseArgs(config).values;
	const parsed = Object.entries(options).map(([name, option]) => {
		const text = values[name];
		if (typeof text !== 'string') return [name, option.default];
		return [
			name,
			typeof option.default === 'number' ? parsePositiveNumber(name, text, option.max) : text,
		];
	});
	return Object.fromEntries(parsed);
}

function parsePositiveNumber(name: string, text: string, max = Number.POSITIVE_INFINITY): number {
	const value = Number(text);
	if (value > 0 && value <= max) return value;
	const limit = Number.isFinite(max) ? ` of at most ${max}` : '';
	throw new Error(`--${name} needs a positive number${limit}, not ${text}.`);
}

/** The usage and the list of all scenarios. */
export function generalHelp(): string {
	const width = Math.max(...Object.keys(SCENARIOS).map((name) => name.length));
	return [
		'Usage: npm run bench -- <scenario> [options]',
		'       npm run bench -- <scenario> --help    the options of a scenario',
		'       npm run bench -- <scenario> <scenario> …, or all',
		'',
		...Object.entries(SCENARIOS).map(
			([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
		),
		'',
		'Prints all measurements, then the rows for bench/RESULTS.md. The exit code is 1 when a target is missed.',
		'All scenarios together take some hours.',
	].join('\n');
}

/** The summary and the options of one scenario. */
export function scenarioHelp(name: keyof typeof SCENARIOS, options: Options): string {
	const optionLines = Object.entries(options).map(([option, { default: value, help }]) => [
		`--${option}`,
		`${help} (${value})`,
	]);
	const width = Math.max(...optionLines.map(([option = '']) => option.length));
	return [
		`${name}: ${SCENARIOS[name].summary}`,
		'',
		...optionLines.map(([option = '', help]) => `  ${option.padEnd(width)}  ${help}`),
	].join('\n');
}
