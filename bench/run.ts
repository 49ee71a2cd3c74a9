import { buildPages } from '#tools/lib/build-pages.ts';
import { run } from '#tools/lib/run-program.ts';
import { exitWithError, printLine } from '#tools/lib/terminal.ts';
import { generalHelp, parseOptions, scenarioHelp, splitCommandLine } from './lib/command-line.ts';
import { printResults, printTable } from './lib/report.ts';
import { SCENARIOS, type ScenarioName, selectScenarios } from './lib/scenario-list.ts';

/** `npm run bench -- <scenario> [options]`; `--help` lists scenarios and options. */
async function main(): Promise<void> {
	const { names, options } = splitCommandLine(process.argv.slice(2));
	const [first, ...others] = selectScenarios(names);
	if (!first) printLine(generalHelp());
	else if (others.length === 0) await runScenario(first, options);
	else if (options.length > 0) throw new Error('Options can be given to one scenario only.');
	else await runEach([first, ...others]);
}

async function runScenario(name: ScenarioName, args: readonly string[]): Promise<void> {
	const { scenario } = await SCENARIOS[name].load();
	if (args.includes('--help')) return printLine(scenarioHelp(name, scenario.options));
	const values = parseOptions(scenario.options, args);
	await buildPages();
	const { tables, results } = await scenario.run(values, printLine);
	for (const table of tables) printTable(table);
	printResults(results, ['npm run bench --', name, ...args].join(' '));
	if (results.some(({ isMet }) => isMet === false)) process.exitCode = 1;
}

/** Runs each scenario in a process of its own, because some pin their process to a core. */
async function runEach(names: readonly ScenarioName[]): Promise<void> {
	const failed: string[] = [];
	for (const name of names) {
		printLine(`\n${name}`);
		if (!(await run(process.execPath, [import.meta.filename, name]))) failed.push(name);
	}
	if (failed.length > 0) exitWithError(`Failed or missed a target: ${failed.join(', ')}`);
}

await main().catch((error: unknown) =>
	exitWithError(error instanceof Error ? error.message : String(error)),
);
