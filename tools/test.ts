import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.ts';
import { buildPages } from './lib/build-pages.ts';
import { ROOT, run } from './lib/run-program.ts';
import { say } from './lib/terminal.ts';

const REPORTS = join(ROOT, '.cache', 'test-reports');

interface Step {
	name: string;
	check: () => Promise<boolean>;
	/** Where Vitest writes its counts; other steps count as one test each. */
	report?: string;
}

const vitest = (project: string, ...more: string[]) =>
	run('vitest', [
		'run',
		'--project',
		project,
		'--reporter=default',
		'--reporter=json',
		`--outputFile.json=${join(REPORTS, `${project}.json`)}`,
		...more,
	]);

const STEPS: Step[] = [
	{ name: 'types', check: checkTypes },
	{ name: 'lint', check: () => run('biome', ['ci', '--error-on-warnings', '.']) },
	{ name: 'walls', check: () => run('node', ['tools/check-imports.ts']) },
	{ name: 'nothing unused', check: () => run('knip', ['--no-progress']) },
	{ name: 'pages', check: () => buildPages().then(() => true) },
	{ name: 'page budgets', check: () => run('size-limit', []) },
	{
		name: 'unit and integration',
		check: () => vitest('whole', '--coverage'),
		report: 'whole.json',
	},
	{
		name: 'browser',
		check: () => ensureBrowser().then(() => vitest('browser')),
		report: 'browser.json',
	},
];

async function checkTypes(): Promise<boolean> {
	const roots = ['contract', 'server', 'web', 'web/worker', 'tools', 'deploy', 'tests', 'bench'];
	const checked = await Promise.all(
		roots.map((root) => run('tsc', ['-p', `${root}/tsconfig.json`])),
	);
	return checked.every(Boolean);
}

interface Report {
	numPassedTests: number;
	numFailedTests: number;
	testResults: { assertionResults: { ancestorTitles: string[]; status: string }[] }[];
}

/** What Vitest says it ran; a run that ended before it could say counts as one failure. */
async function countsOf(report: string): Promise<{ passed: number; failed: number }> {
	const text = await readFile(join(REPORTS, report), 'utf8').catch(() => undefined);
	if (text === undefined) return { passed: 0, failed: 1 };
	const told: Report = JSON.parse(text);
	sayWhatIsLeftOut(told);
	return { passed: told.numPassedTests, failed: told.numFailedTests };
}

/** Tests beside servers that are not installed here (`tests/support/debian-programs.ts`). */
function sayWhatIsLeftOut({ testResults }: Report): void {
	const leftOut = testResults
		.flatMap(({ assertionResults }) => assertionResults)
		.map(({ ancestorTitles }) => ancestorTitles.find((title) => title.includes('(left out:')))
		.filter((title) => title !== undefined);
	if (leftOut.length > 0) say(`Left out: ${[...new Set(leftOut)].join('; ')}`);
}

/** Runs one step, says how it went, and counts it. */
async function take({ name, check, report }: Step): Promise<{ passed: number; failed: number }> {
	say(`\n── ${name}`);
	const began = performance.now();
	const ok = await check();
	const seconds = ((performance.now() - began) / 1000).toFixed(1);
	say(`── ${name}: ${ok ? 'ok' : 'FAILED'} in ${seconds} s`);
	if (!report) return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
	const { passed, failed } = await countsOf(report);
	// A step may fail although each of its tests passed: coverage, an error outside of any test.
	return { passed, failed: ok ? failed : Math.max(failed, 1) };
}

await rm(REPORTS, { recursive: true, force: true });
const total = { passed: 0, failed: 0 };
for (const step of STEPS) {
	const { passed, failed } = await take(step);
	total.passed += passed;
	total.failed += failed;
}
say(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
