import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#tools/lib/run-program.ts';
import type { Control } from './control.ts';

/** The files of the project that are copied for a test. `node_modules` is only linked. */
const COPIED_PATHS = [
	'contract',
	'server',
	'web',
	'tools',
	'deploy',
	'tests',
	'bench',
	'package.json',
	'tsconfig.base.json',
	'vitest.config.ts',
	'.env.example',
	'setup.mjs',
	'.npmrc',
];
/** The configuration of Vitest for a database server that is already running. */
const CONFIG = 'trial.config.ts';
const WITH_GIVEN_DATABASE_SERVER = ['--config', CONFIG];
const WITH_NEW_DATABASE_SERVER = [
	'--project',
	'integration',
	'--project',
	'slow',
	'--project',
	'process',
	'--project',
	'night',
];

type Outcome = 'passed' | 'failed' | 'did not run';

/** A copy of the project in which controls can be disabled one at a time. */
export interface ControlSandbox {
	/** Runs the test of a control with the current state of the control. */
	test: (control: Control) => Promise<Outcome>;
	/**
	 * Runs something while a control is disabled.
	 * @throws Error when the text to replace does not occur exactly once
	 */
	without: <T>(control: Control, work: () => Promise<T>) => Promise<T>;
	close: () => Promise<void>;
}

/** @param databaseServer PostgreSQL with the template that tests clone */
export async function openControlSandbox(databaseServer: string): Promise<ControlSandbox> {
	const folder = await mkdtemp(join(tmpdir(), 'market-controls-'));
	for (const name of COPIED_PATHS)
		await cp(join(ROOT, name), join(folder, name), { recursive: true });
	await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	const settings = { provide: { databaseServer }, testTimeout: 30_000, hookTimeout: 60_000 };
	await writeFile(join(folder, CONFIG), `export default ${JSON.stringify({ test: settings })};`);
	return {
		test: (control) => runTest(folder, control),
		async without(control, work) {
			const path = join(folder, control.file);
			const source = await readFile(path, 'utf8');
			await writeFile(path, replaceControl(source, control));
			try {
				return await work();
			} finally {
				await writeFile(path, source);
			}
		},
		close: () => rm(folder, { recursive: true, force: true }),
	};
}

/**
 * The source of a file with a control disabled.
 * @throws Error when the text to replace does not occur exactly once
 */
export function replaceControl(source: string, { name, file, find, replace }: Control): string {
	const [before, after, ...more] = source.split(find);
	if (before === undefined || after === undefined || more.length > 0) {
		const found = after === undefined ? 'is not there' : 'is there more than once';
		throw new Error(`${name}: what is to be replaced in ${file} ${found}.`);
	}
	return before + replace + after;
}

/**
 * Runs the test file of a control in the sandbox. Only tests that ran count: a test file that fails to load is 'did not
 * run', not 'failed'.
 */
async function runTest(folder: string, { test: file, isOfSchema }: Control): Promise<Outcome> {
	const databaseArgs = isOfSchema ? WITH_NEW_DATABASE_SERVER : WITH_GIVEN_DATABASE_SERVER;
	const report = join(folder, 'report.json');
	await rm(report, { force: true });
	await run(folder, [
		'run',
		...databaseArgs,
		file,
		'--reporter',
		'json',
		'--outputFile.json',
		report,
	]);
	const outcomes = await outcomesIn(report);
	if (outcomes.length === 0) return 'did not run';
	return outcomes.includes('failed') ? 'failed' : 'passed';
}

/** Runs Vitest. Its exit code is ignored, because the report says more. */
async function run(folder: string, args: readonly string[]): Promise<void> {
	const program = join(folder, 'node_modules', '.bin', 'vitest');
	const child = spawn(program, args, { cwd: folder, stdio: 'ignore' });
	await once(child, 'exit');
}

interface Report {
	testResults: { assertionResults: { status: string }[] }[];
}

async function outcomesIn(report: string): Promise<string[]> {
	const json = await readFile(report, 'utf8').catch(() => undefined);
	if (json === undefined) return [];
	const { testResults }: Report = JSON.parse(json);
	return testResults
		.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
		.filter((status) => status === 'passed' || status === 'failed');
}
