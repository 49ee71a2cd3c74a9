import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPages } from '#tools/lib/build-pages.ts';
import { reasonOf } from '#tools/lib/error-text.ts';
import { printLine } from '#tools/lib/terminal.ts';
import { openGate } from './gate.ts';
import { type AttackedMarket, openAttackedMarket } from './market.ts';
import { examplesOf, type OpenApi } from './requests.ts';
import { type Findings, runSqlmap, runWapiti } from './scanners.ts';
import { runSlowAttack, SLOW_ATTACKS } from './slow.ts';

/** `npm run test:security -- sqlmap` runs only the scans whose name contains one of the words. */
const words = process.argv.slice(2);
const isChosen = (name: string) => words.length === 0 || words.some((word) => name.includes(word));

let failed = 0;
function tell(name: string, findings: Findings, figures: string): void {
	printLine(
		`${findings.length === 0 ? 'held   ' : 'FAILED '} ${name}: ${figures}, ${findings.length} findings`,
	);
	for (const finding of findings.slice(0, 20)) printLine(`        ${finding}`);
	if (findings.length > 0) failed += 1;
}

/** A guest, a user, and a super administrator. */
function identities({ signUp, signInToOffice }: AttackedMarket) {
	return { nobody: undefined, 'a student': signUp, 'an administrator': signInToOffice };
}

async function scan(market: AttackedMarket, folder: string): Promise<void> {
	const document = (await (await fetch(`${market.address}/api/docs/json`)).json()) as OpenApi;
	const examples = examplesOf(document);
	for (const [program, scanWith] of Object.entries({ sqlmap: runSqlmap, wapiti: runWapiti })) {
		for (const [who, signIn] of Object.entries(identities(market))) {
			const name = `${program} as ${who}`;
			if (!isChosen(name)) continue;
			const reports = join(folder, name.replaceAll(' ', '-'));
			await mkdir(reports);
			const gate = await openGate(market.address, signIn);
			const found = await scanWith(gate.address, examples, reports).catch((error) => [
				reasonOf(error),
			]);
			await gate.close();
			const faults = [...new Set(gate.faults)];
			tell(name, [...found, ...faults], `${examples.length} calls, ${gate.count()} requests`);
		}
	}
}

async function hold(market: AttackedMarket, folder: string): Promise<void> {
	for (const attack of SLOW_ATTACKS) {
		const name = `slowhttptest ${attack}`;
		if (!isChosen(name)) continue;
		const reports = join(folder, name.replaceAll(' ', '-'));
		await mkdir(reports);
		const { findings, answers, slowestMs } = await runSlowAttack(attack, market.address, reports);
		tell(name, findings, `${answers} others answered meanwhile, the slowest in ${slowestMs} ms`);
	}
}

await buildPages();
const folder = await mkdtemp(join(tmpdir(), 'market-attack-'));
printLine(`Reports: ${folder}`);
const market = await openAttackedMarket(join(folder, 'data'));
try {
	await scan(market, folder);
	await hold(market, folder);
	tell('the log meanwhile', market.errors, 'errors in it');
} finally {
	await market.close();
}
process.exitCode = failed === 0 ? 0 : 1;
