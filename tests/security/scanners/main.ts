import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPages } from '#tools/lib/build-pages.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { printLine } from '#tools/lib/terminal.ts';
import { type AttackedApp, openAttackedApp } from './attacked-app.ts';
import { examplesOf, type OpenApi } from './example-requests.ts';
import { openScannerProxy } from './scanner-proxy.ts';
import { type Findings, runSqlmap, runWapiti } from './scanners.ts';
import { runSlowAttack, SLOW_ATTACKS } from './slow-attacks.ts';

/**
 * Attacks a demo server with sqlmap, wapiti and slowhttptest, and prints what they find.
 * `npm run test:security -- sqlmap` runs only the scans whose name contains one of the words; without words all run.
 */
const words = process.argv.slice(2);
const SCANNERS = { sqlmap: runSqlmap, wapiti: runWapiti };
const IDENTITIES = ['a guest', 'a user', 'a super administrator'] as const;
const nameOfScan = (program: string, who: string) => `${program} as ${who}`;
const nameOfSlowAttack = (attack: string) => `slowhttptest ${attack}`;
const NAMES = [
	...Object.keys(SCANNERS).flatMap((program) => IDENTITIES.map((who) => nameOfScan(program, who))),
	...SLOW_ATTACKS.map(({ name }) => nameOfSlowAttack(name)),
];
const isChosen = (name: string) => words.length === 0 || words.some((word) => name.includes(word));

let failed = 0;
function report(name: string, findings: Findings, summary: string): void {
	printLine(
		`${findings.length === 0 ? 'held   ' : 'FAILED '} ${name}: ${summary}, ${findings.length} findings`,
	);
	for (const finding of findings.slice(0, 20)) printLine(`        ${finding}`);
	if (findings.length > 0) failed += 1;
}

async function scan(app: AttackedApp, folder: string): Promise<void> {
	const document = (await (await fetch(`${app.address}/api/docs/json`)).json()) as OpenApi;
	const examples = examplesOf(document);
	const { signUp, signInAsAdmin } = app;
	const signIns = {
		'a guest': undefined,
		'a user': signUp,
		'a super administrator': signInAsAdmin,
	};
	for (const [program, scanWith] of Object.entries(SCANNERS)) {
		for (const who of IDENTITIES) {
			const name = nameOfScan(program, who);
			if (!isChosen(name)) continue;
			const reports = join(folder, name.replaceAll(' ', '-'));
			await mkdir(reports);
			const proxy = await openScannerProxy(app.address, signIns[who]);
			const found = await scanWith(proxy.address, examples, reports).catch((error) => [
				reasonOf(error),
			]);
			await proxy.close();
			const faults = [...new Set(proxy.faults)];
			report(name, [...found, ...faults], `${examples.length} calls, ${proxy.count()} requests`);
		}
	}
}

async function runSlowAttacks(app: AttackedApp, folder: string): Promise<void> {
	for (const attack of SLOW_ATTACKS) {
		const name = nameOfSlowAttack(attack.name);
		if (!isChosen(name)) continue;
		const reports = join(folder, name.replaceAll(' ', '-'));
		await mkdir(reports);
		const { findings, answeredCount, slowestMs } = await runSlowAttack(
			attack,
			app.address,
			reports,
		);
		report(
			name,
			findings,
			`${answeredCount} others answered meanwhile, the slowest in ${slowestMs} ms`,
		);
	}
}

async function runChosen(): Promise<void> {
	await buildPages();
	const folder = await mkdtemp(join(tmpdir(), 'market-attack-'));
	printLine(`Reports: ${folder}`);
	const app = await openAttackedApp(join(folder, 'data'));
	try {
		await scan(app, folder);
		await runSlowAttacks(app, folder);
		report('server log', app.errors, 'errors logged during the scans');
	} finally {
		await app.close();
	}
}

const unmatchedWords = words.filter((word) => !NAMES.some((name) => name.includes(word)));
for (const word of unmatchedWords) printLine(`FAILED  no scan has “${word}” in its name`);
if (unmatchedWords.length === 0) await runChosen();
process.exitCode = failed + unmatchedWords.length === 0 ? 0 : 1;
