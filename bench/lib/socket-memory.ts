import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '#tools/lib/open-database.ts';
import { createPairs, JWT_SECRET } from './chat-pairs.ts';
import { proportionalMb } from './process-memory.ts';
import type { Environment, Log } from './scenario.ts';
import { connectSocket, type SocketClient } from './socket-client.ts';
import { startProgram } from './start-program.ts';

const CONNECTED_AT_ONCE = 50;
/** Connected and closed before, so that memory which is allocated only once is not counted. */
const WARM_UP_SHARE = 0.2;
/** Longer than a server remembers anything about a connection: its events are counted for ten seconds. */
const SETTLED_MS = 11_000;
/** Garbage is collected until it releases less than this, in KB. */
const STEADY_KB = 100;
const MAX_COLLECTIONS = 20;
const COLLECTED_MS = 1000;
const COLLECTABLE = ['--expose-gc', '--import', './bench/lib/without-limits.ts'];

interface Options {
	/** Of the server; its database is filled with the users. */
	environment: Environment;
	sockets: number;
	rounds: number;
	/** How long connections may settle, and how long a collection may take; shorter in tests. */
	settledMs?: number;
	collectedMs?: number;
	log: Log;
}

/** @returns KB of proportional memory (PSS) that an idle socket takes in each round, garbage collected */
export async function measureSocketMemory(
	options: Options,
): Promise<{ server: number[]; baseline: number[] }> {
	const { environment, sockets, rounds, log } = options;
	const figures = { server: [] as number[], baseline: [] as number[] };
	for (let round = 0; round < rounds; round++) {
		// New processes each round: a process does not return all memory that it has used.
		const server = await startProgram([...COLLECTABLE, 'server/main.ts'], {
			JWT_SECRET,
			...environment,
		});
		try {
			const pairs = await createPairs(environment, Math.ceil(sockets / 2));
			const tokens = pairs.flatMap(({ members }) => members.map(({ token }) => token));
			figures.server.push(await measure(server, tokens, options));
			const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
			const database = await openDatabase({ dataDir, databaseUrl }, () => undefined);
			const program = [...COLLECTABLE, 'bench/baseline/chat-relay.ts', database.url];
			const baseline = await startProgram(program, {});
			try {
				figures.baseline.push(await measure(baseline, tokens, options));
			} finally {
				await baseline.stop();
				await database.letGo();
			}
		} finally {
			await server.stop();
		}
		const [own, compared] = [figures.server[round], figures.baseline[round]];
		log(`server ${own?.toFixed(1)} KB, baseline ${compared?.toFixed(1)} KB`);
	}
	return figures;
}

async function measure(
	{ address, pid }: { address: string; pid: number },
	tokens: readonly string[],
	{ settledMs = SETTLED_MS, collectedMs = COLLECTED_MS }: Options,
): Promise<number> {
	const first = tokens.slice(0, Math.ceil(tokens.length * WARM_UP_SHARE));
	for (const client of await connectAll(address, first)) client.close();
	await setTimeout(settledMs);
	const before = await kilobytesInUse(pid, collectedMs);
	const clients = await connectAll(address, tokens);
	await setTimeout(settledMs);
	const after = await kilobytesInUse(pid, collectedMs);
	for (const client of clients) client.close();
	return (after - before) / tokens.length;
}

async function connectAll(address: string, tokens: readonly string[]): Promise<SocketClient[]> {
	const clients: SocketClient[] = [];
	for (let first = 0; first < tokens.length; first += CONNECTED_AT_ONCE) {
		const batch = tokens.slice(first, first + CONNECTED_AT_ONCE);
		const connecting = batch.map((token) => connectSocket(address, token, () => undefined));
		clients.push(...(await Promise.all(connecting)));
	}
	return clients;
}

/** Once repeated garbage collections release nothing more. */
async function kilobytesInUse(pid: number, collectedMs: number): Promise<number> {
	let inUse = Number.POSITIVE_INFINITY;
	for (let count = 0; count < MAX_COLLECTIONS; count++) {
		process.kill(pid, 'SIGUSR2');
		await setTimeout(collectedMs);
		const before = inUse;
		inUse = (await proportionalMb([pid])) * 1024;
		if (count > 2 && Math.abs(before - inUse) < STEADY_KB) break;
	}
	return inUse;
}
