import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '#ops/seed/open-database.ts';
import { peopleOf, SECRET } from './chat-measure.ts';
import { startProgram } from './chat-server.ts';
import { openWire, type Wire } from './chat-wire.ts';

/** Connections that are made at once. */
const ARRIVING = 50;
/** Come and gone before, so that what is made once is there. */
const FIRST_SHARE = 0.2;
/** Longer than anything about a connection is kept for a while: what it has sent is counted for ten seconds. */
const SETTLED_MS = 11_000;
/** A collection, and then another, until there is no more than this to be had, in KB. */
const STEADY_KB = 100;
const COLLECTIONS_MAX = 20;
const COLLECTED_MS = 1000;
const COLLECTING = ['--expose-gc', '--import', './bench/unhindered.ts'];

interface Options {
	/** Of the market; its database is filled with the people. */
	environment: Record<string, string> & { DATA_DIR: string };
	sockets: number;
	rounds: number;
	/** How long what is kept for a while is waited for, and each collection, unless there is a minute for it. */
	settledMs?: number;
	collectedMs?: number;
	say: (line: string) => void;
}

/** @returns what a socket takes in each round, in KB: what a process keeps once garbage is collected, by its share of the memory */
export async function measureSocketMemory(
	options: Options,
): Promise<{ market: number[]; relay: number[] }> {
	const { environment, sockets, rounds, say } = options;
	const figures = { market: [] as number[], relay: [] as number[] };
	for (let round = 0; round < rounds; round++) {
		// Each in a process of its own: what was once taken is not given back.
		const market = await startProgram([...COLLECTING, 'server/main.ts'], {
			JWT_SECRET: SECRET,
			...environment,
		});
		try {
			const pairs = await peopleOf(environment, Math.ceil(sockets / 2));
			const tokens = pairs.flatMap(({ members }) => members.map(({ token }) => token));
			figures.market.push(await measure(market, tokens, options));
			const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
			const database = await openDatabase({ dataDir, databaseUrl }, () => undefined);
			const relay = await startProgram([...COLLECTING, 'bench/bare-relay.ts', database.url], {});
			try {
				figures.relay.push(await measure(relay, tokens, options));
			} finally {
				await relay.stop();
				await database.letGo();
			}
		} finally {
			await market.stop();
		}
		say(
			`market ${figures.market[round]?.toFixed(1)} KB, relay ${figures.relay[round]?.toFixed(1)} KB`,
		);
	}
	return figures;
}

async function measure(
	{ address, pid }: { address: string; pid: number },
	tokens: readonly string[],
	{ settledMs = SETTLED_MS, collectedMs = COLLECTED_MS }: Options,
): Promise<number> {
	const first = tokens.slice(0, Math.ceil(tokens.length * FIRST_SHARE));
	for (const wire of await openWires(address, first)) wire.close();
	await setTimeout(settledMs);
	const before = await keptBy(pid, collectedMs);
	const wires = await openWires(address, tokens);
	await setTimeout(settledMs);
	const after = await keptBy(pid, collectedMs);
	for (const wire of wires) wire.close();
	return (after - before) / tokens.length;
}

async function openWires(address: string, tokens: readonly string[]): Promise<Wire[]> {
	const wires: Wire[] = [];
	for (let first = 0; first < tokens.length; first += ARRIVING) {
		const arriving = tokens.slice(first, first + ARRIVING);
		wires.push(
			...(await Promise.all(arriving.map((token) => openWire(address, token, () => undefined)))),
		);
	}
	return wires;
}

/** In KB, once it has settled. */
async function keptBy(pid: number, collectedMs: number): Promise<number> {
	let kept = Number.POSITIVE_INFINITY;
	for (let count = 0; count < COLLECTIONS_MAX; count++) {
		process.kill(pid, 'SIGUSR2');
		await setTimeout(collectedMs);
		const before = kept;
		kept = await sharedBy(pid);
		if (count > 2 && Math.abs(before - kept) < STEADY_KB) break;
	}
	return kept;
}

/** In KB: its own memory, and its share of what it has together with others. */
async function sharedBy(pid: number): Promise<number> {
	const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
	return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]);
}
