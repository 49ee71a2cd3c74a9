import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { startProgram } from './chat-server.ts';
import { descendantsOf, residentOf, shareOf } from './process-memory.ts';

interface Options {
	/** What people start, and what it is given. */
	program: string;
	environment: Record<string, string>;
	/** How many starts are timed, after one that makes the market. */
	starts: number;
	/** How long nobody comes before memory is looked at. */
	restSeconds: number;
	say: (line: string) => void;
}

export interface IdleFigures {
	/** Milliseconds from each start to the market's word that it is ready. */
	starts: number[];
	/** Their shares of memory (PSS) at rest, in MB. */
	serverMb: number;
	databaseMb: number;
	/** The same where the server is the only program that runs on Node: what it would share then is its own. */
	aloneMb: number;
}

/** Starts a market over and over, and looks at what the last one takes while nobody is there. */
export async function measureIdle(options: Options): Promise<IdleFigures> {
	const { starts: count, restSeconds, say } = options;
	const first = await startTimed(options);
	await first.stop();
	const starts: number[] = [];
	for (;;) {
		const { ms, pid, stop } = await startTimed(options);
		starts.push(ms);
		say(`ready after ${Math.round(ms)} ms`);
		try {
			if (starts.length < count) continue;
			await wait(restSeconds * 1000);
			const [, ...database] = await descendantsOf(pid);
			const serverMb = await shareOf([pid]);
			const databaseMb = await shareOf(database);
			const aloneMb = (await residentOf([pid])) + databaseMb;
			return { starts, serverMb, databaseMb, aloneMb };
		} finally {
			await stop();
		}
	}
}

async function startTimed({ program, environment }: Options) {
	const begun = performance.now();
	const started = await startProgram([program], environment);
	const { status } = await fetch(`${started.address}/health/ready`);
	const ms = performance.now() - begun;
	if (status === 200) return { ...started, ms };
	await started.stop();
	throw new Error(`The market answered with ${status} when asked whether it is ready.`);
}
