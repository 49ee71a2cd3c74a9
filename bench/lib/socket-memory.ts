import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '#tools/lib/open-database.ts';
import { createPairs, JWT_SECRET } from './chat-pairs.ts';
import { proportionalMb } from './process-memory.ts';
import type { Environment, Log } from './scenario.ts';
import { connectSocket, type SocketClient } from './socket-client.ts';
import { startProgram } from './start-program.ts';

const CONNECT_BATCH_SIZE = 50;
/** The share of sockets that connect and close before the measurement: memory that is allocated only once is not counted. */
const WARM_UP_SHARE = 0.2;
/** Longer than the server keeps any state of a closed connection: rate limits count its events for ten seconds. */
const SETTLE_MS = 11_000;
/** Garbage is collected until it releases less than this, in KB. */
const STEADY_KB = 100;
const MAX_COLLECTIONS = 20;
const COLLECTION_WAIT_MS = 1000;
const GC_NODE_ARGS = ['--expose-gc', '--import', './bench/lib/without-limits.ts'];

interface Options {
	/** The server's environment. Its database is filled with the users. */
	environment: Environment;
	sockets: number;
	rounds: number;
	/** How long to wait after opening or closing connections, and after each collection; shorter in tests. */
	settleMs?: number;
	collectionWaitMs?: number;
	log: Log;
}

/** @returns KB of proportional memory (PSS) that an idle socket takes in each round, garbage collected */
export async function measureSocketMemory(
	options: Options,
): Promise<{ server: number[]; baseline: number[] }> {
	const { environment, sockets, rounds, log } = options;
	const measurements = { server: [] as number[], baseline: [] as number[] };
	for (let round = 0; round < rounds; round++) {
		// New processes each round: a process does not return all memory that it has used.
		const server = await startProgram([...GC_NODE_ARGS, 'server/main.ts'], {
			JWT_SECRET,
			...environment,
		});
		try {
			const pairs = await createPairs(environment, Math.ceil(sockets / 2));
			const tokens = pairs.flatMap(({ members }) => members.map(({ token }) => token));
			measurements.server.push(await measure(server, tokens, options));
			const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
			const database = await openDatabase({ dataDir, databaseUrl }, () => undefined);
			try {
				const program = [...GC_NODE_ARGS, 'bench/baseline/chat-relay.ts', database.url];
				const baseline = await startProgram(program, {});
				measurements.baseline.push(await measure(baseline, tokens, options).finally(baseline.stop));
			} finally {
				await database.close();
			}
		} finally {
			await server.stop();
		}
		const [serverKb, baselineKb] = [measurements.server[round], measurements.baseline[round]];
		log(`server ${serverKb?.toFixed(1)} KB, baseline ${baselineKb?.toFixed(1)} KB`);
	}
	return measurements;
}

async function measure(
	{ address, pid }: { address: string; pid: number },
	tokens: readonly string[],
	{ settleMs = SETTLE_MS, collectionWaitMs = COLLECTION_WAIT_MS }: Options,
): Promise<number> {
	const warmUpTokens = tokens.slice(0, Math.ceil(tokens.length * WARM_UP_SHARE));
	for (const client of await connectAll(address, warmUpTokens)) client.close();
	await setTimeout(settleMs);
	const beforeKb = await measureUsedKb(pid, collectionWaitMs);
	const clients = await connectAll(address, tokens);
	await setTimeout(settleMs);
	const afterKb = await measureUsedKb(pid, collectionWaitMs);
	for (const client of clients) client.close();
	return (afterKb - beforeKb) / tokens.length;
}

async function connectAll(address: string, tokens: readonly string[]): Promise<SocketClient[]> {
	const clients: SocketClient[] = [];
	for (let start = 0; start < tokens.length; start += CONNECT_BATCH_SIZE) {
		const batch = tokens.slice(start, start + CONNECT_BATCH_SIZE);
		const connecting = batch.map((token) => connectSocket(address, token, () => undefined));
		clients.push(...(await Promise.all(connecting)));
	}
	return clients;
}

/** Measures once repeated garbage collections release nothing more. */
async function measureUsedKb(pid: number, collectionWaitMs: number): Promise<number> {
	let usedKb = Number.POSITIVE_INFINITY;
	for (let count = 0; count < MAX_COLLECTIONS; count++) {
		process.kill(pid, 'SIGUSR2');
		await setTimeout(collectionWaitMs);
		const previousKb = usedKb;
		usedKb = (await proportionalMb([pid])) * 1024;
		if (count > 2 && Math.abs(previousKb - usedKb) < STEADY_KB) break;
	}
	return usedKb;
}
