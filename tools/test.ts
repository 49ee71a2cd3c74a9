import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ensureBrowser } from './lib/browser.ts';
import { buildPages } from './lib/build-pages.ts';
import { ROOT, run } from './lib/run-program.ts';
import { printLine } from './lib/terminal.ts';

/*
 * `npm run check` runs the checks, `npm test` the checks and the tests that take little time, `npm test -- --full` all
 * tests once, and `npm test -- <path>…` the tests at these paths only. Prints the counts and failures.
 */
const REPORTS_FOLDER = join(ROOT, '.cache', 'test-reports');
const IS_FULL = process.argv.includes('--full');
const IS_CHECK = process.argv.includes('--check');
const PATHS = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

interface Step {
	name: string;
	check: () => Promise<boolean>;
	/** The file to which Vitest writes the counts of its tests. A step without one counts as one test. */
	report?: string;
}

/**
 * @param kind the name of a project of `vitest.config.ts`
 * @param fullArgs what a full run adds, such as the kind's slow tests
 */
const vitest = (kind: string, ...fullArgs: string[]) =>
	run('vitest', [
		'run',
		`--project=${kind}`,
		...(IS_FULL ? fullArgs : []),
		'--reporter=default',
		'--reporter=json',
		`--outputFile.json=${join(REPORTS_FOLDER, `${kind}.json`)}`,
	]);

/** What reads the sources only. They run side by side. */
const CHECKS: Step[] = [
	{ name: 'types', check: checkTypes },
	{ name: 'lint', check: () => run('biome', ['ci', '--error-on-warnings', '.']) },
	{ name: 'import rules', check: () => run('node', ['tools/check-imports.ts']) },
	{ name: 'unused code', check: () => run('knip', ['--no-progress']) },
];

const TESTS: Step[] = [
	{ name: 'pages', check: () => buildPages().then(() => true) },
	{ name: 'page budgets', check: () => run('size-limit', ['--config', 'web/size-limit.mjs']) },
	{
		name: 'unit and integration',
		check: () => vitest('integration', '--project=slow', '--project=process', '--coverage'),
		report: 'integration.json',
	},
	{
		name: 'component',
		check: () => ensureBrowser().then(() => vitest('component', '--project=slow-component')),
		report: 'component.json',
	},
	{
		name: 'browser',
		check: () => ensureBrowser().then(() => vitest('browser', '--project=slow-browser')),
		report: 'browser.json',
	},
];

async function checkTypes(): Promise<boolean> {
	// `tools` includes server and deploy, `tests` includes bench: they share most files, so each pair is checked once.
	const roots = ['contract', 'web', 'web/worker', 'tools', 'tests'];
	const checked = await Promise.all(
		roots.map((root) => run('tsc', ['-p', `${root}/tsconfig.json`])),
	);
	return checked.every(Boolean);
}

interface Report {
	numPassedTests: number;
	numFailedTests: number;
	testResults: {
		name: string;
		status: string;
		/** Why the file could not be run, or empty. */
		message: string;
		assertionResults: {
			ancestorTitles: string[];
			fullName: string;
			status: string;
			failureMessages?: string[];
		}[];
	}[];
}

interface Counts {
	passed: number;
	failed: number;
	/** One line per failure: a test with its file, or a step. */
	failures: string[];
}

/** The counts in Vitest's report. A missing report, as after a crash of Vitest, counts as one failure. */
async function readCounts(step: string, report: string): Promise<Counts> {
	const text = await readFile(join(REPORTS_FOLDER, report), 'utf8').catch(() => undefined);
	if (text === undefined) return { passed: 0, failed: 1, failures: [`${step}: no report`] };
	const parsedReport: Report = JSON.parse(text);
	printSkippedSuites(parsedReport);
	return {
		passed: parsedReport.numPassedTests,
		failed: parsedReport.numFailedTests,
		failures: parsedReport.testResults.flatMap(failuresOfFile),
	};
}

function failuresOfFile({
	name,
	status,
	message,
	assertionResults,
}: Report['testResults'][number]) {
	const file = relative(ROOT, name);
	const failedTests = assertionResults.filter((test) => test.status === 'failed');
	if (failedTests.length === 0 && status === 'failed') {
		return [`${file}: could not be run: ${message.split('\n', 1)[0]}`];
	}
	return failedTests.map(({ fullName, failureMessages = [] }) => {
		// Only the first line of each message: the full output was printed above.
		const reasons = failureMessages.map((message) => message.split('\n', 1)[0]);
		return `${file}: ${fullName}: ${reasons.join('; ')}`;
	});
}

/** Prints the suites that are skipped because their programs are not installed (`tests/support/debian-programs.ts`). */
function printSkippedSuites({ testResults }: Report): void {
	const skippedSuites = testResults
		.flatMap(({ assertionResults }) => assertionResults)
		.map(({ ancestorTitles }) => ancestorTitles.find((title) => title.includes('(left out:')))
		.filter((title) => title !== undefined);
	if (skippedSuites.length > 0) printLine(`Left out: ${[...new Set(skippedSuites)].join('; ')}`);
}

/** Runs one step, prints its result, and counts it. */
async function runStep({ name, check, report }: Step): Promise<Counts> {
	printLine(`\n── ${name}`);
	const startedAt = performance.now();
	const hasPassed = await check();
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
	printLine(`── ${name}: ${hasPassed ? 'ok' : 'FAILED'} in ${seconds} s`);
	const counts: Counts = report
		? await readCounts(name, report)
		: { passed: hasPassed ? 1 : 0, failed: 0, failures: [] };
	// A step can fail although each of its tests passed, for example because of coverage or of an error outside of tests.
	if (hasPassed || counts.failed > 0) return counts;
	return { ...counts, failed: 1, failures: [...counts.failures, name] };
}

async function testAt(paths: readonly string[]): Promise<void> {
	if (paths.some((path) => path.includes('e2e'))) await buildPages();
	await ensureBrowser();
	process.exitCode = (await run('vitest', ['run', ...paths])) ? 0 : 1;
}

async function testAll(): Promise<void> {
	await rm(REPORTS_FOLDER, { recursive: true, force: true });
	const counts = await Promise.all(CHECKS.map(runStep));
	// Code that does not compile or breaks a rule is mended first.
	if (!IS_CHECK && counts.every(({ failed }) => failed === 0)) {
		for (const step of TESTS) counts.push(await runStep(step));
	}
	const failures = counts.flatMap((count) => count.failures);
	const sum = (of: 'passed' | 'failed') => counts.reduce((total, count) => total + count[of], 0);
	for (const failure of failures) printLine(`FAILED ${failure}`);
	printLine(`\n${sum('passed')} passed, ${sum('failed')} failed`);
	process.exitCode = sum('failed') === 0 ? 0 : 1;
}

await (PATHS.length > 0 ? testAt(PATHS) : testAll());
