import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPages } from '#tools/lib/build-pages.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { printLine } from '#tools/lib/terminal.ts';
import { type AttackedApp, openAttackedApp } from './attacked-app.ts';
import { type Example, examplesOf, type OpenApi } from './example-requests.ts';
import { openScannerProxy } from './scanner-proxy.ts';
import { type Findings, runSqlmap, runWapiti } from './scanners.ts';
import { runSlowAttack, SLOW_ATTACKS } from './slow-attacks.ts';

/**
 * Attacks a demo server with sqlmap, wapiti and slowhttptest, and prints what they find.
 * `npm run test:security -- sqlmap` runs only the scans whose name contains one of the words; without words all run.
 */
const words = process.argv.slice(2);

interface Target {
	app: AttackedApp;
	examples: readonly Example[];
	/** An empty folder for what the program writes. */
	reports: string;
}

interface Scan {
	name: string;
	run: (target: Target) => Promise<{ findings: Findings; summary: string }>;
}

const SCANNERS = { sqlmap: runSqlmap, wapiti: runWapiti };
const SIGN_INS = {
	'a guest': () => undefined,
	'a user': ({ signUp }: AttackedApp) => signUp,
	'a super administrator': ({ signInAsAdmin }: AttackedApp) => signInAsAdmin,
};

const SCANS: readonly Scan[] = [
	...Object.entries(SCANNERS).flatMap(([program, scanWith]) =>
		Object.entries(SIGN_INS).map(([who, signInOf]) => ({
			name: `${program} as ${who}`,
			run: async ({ app, examples, reports }: Target) => {
				const proxy = await openScannerProxy(app.address, signInOf(app));
				const scanFindings = await scanWith(proxy.address, examples, reports).catch((error) => [
					reasonOf(error),
				]);
				await proxy.close();
				return {
					findings: [...scanFindings, ...new Set(proxy.faults)],
					summary: `${examples.length} calls, ${proxy.count()} requests`,
				};
			},
		})),
	),
	...SLOW_ATTACKS.map((attack) => ({
		name: `slowhttptest ${attack.name}`,
		run: async ({ app, reports }: Target) => {
			const { findings, answeredCount, slowestMs } = await runSlowAttack(
				attack,
				app.address,
				reports,
			);
			const summary = `${answeredCount} others answered meanwhile, the slowest in ${slowestMs} ms`;
			return { findings, summary };
		},
	})),
];

let failed = 0;
function report(name: string, findings: Findings, summary: string): void {
	printLine(
		`${findings.length === 0 ? 'held   ' : 'FAILED '} ${name}: ${summary}, ${findings.length} findings`,
	);
	for (const finding of findings.slice(0, 20)) printLine(`        ${finding}`);
	if (findings.length > 0) failed += 1;
}

async function run(scans: readonly Scan[]): Promise<void> {
	await buildPages();
	const folder = await mkdtemp(join(tmpdir(), 'market-attack-'));
	printLine(`Reports: ${folder}`);
	const app = await openAttackedApp(join(folder, 'data'));
	try {
		const document = (await (await fetch(`${app.address}/api/docs/json`)).json()) as OpenApi;
		const examples = examplesOf(document);
		for (const { name, run } of scans) {
			const reports = join(folder, name.replaceAll(' ', '-'));
			await mkdir(reports);
			const { findings, summary } = await run({ app, examples, reports });
			report(name, findings, summary);
		}
		report('server log', app.errors, 'errors logged during the scans');
	} finally {
		await app.close();
	}
}

const unmatchedWords = words.filter((word) => !SCANS.some(({ name }) => name.includes(word)));
for (const word of unmatchedWords) printLine(`FAILED  no scan has “${word}” in its name`);
const isChosen = ({ name }: Scan) =>
	words.length === 0 || words.some((word) => name.includes(word));
if (unmatchedWords.length === 0) await run(SCANS.filter(isChosen));
process.exitCode = failed + unmatchedWords.length === 0 ? 0 : 1;
