import { performance } from 'node:perf_hooks';
import { type Line, openLine } from './line.ts';

interface Load {
	/** Of the server. */
	address: string;
	nextPath: () => string;
	headers?: Readonly<Record<string, string>>;
	/** People who ask again as soon as they have an answer. */
	connections: number;
	seconds: number;
	/** Of a good answer; anything else is failed. */
	status: number;
}

export interface Pace {
	perSecond: number;
	/** Milliseconds from question to answer, the quickest first. */
	taken: Float64Array;
	failed: number;
}

/** Asks as fast as answers come. */
export async function askInTurns(load: Load): Promise<Pace> {
	const { address, nextPath, headers = {}, connections, seconds, status: wanted } = load;
	const at = new URL(address);
	const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	const lines = head.join('');
	const taken: number[] = [];
	let failed = 0;
	const start = performance.now();
	const end = start + seconds * 1000;

	const askAgainAndAgain = () =>
		new Promise<void>((gone) => {
			const ask = () => line.send({ path: nextPath(), due: performance.now() });
			const answered = ({ due }: { due: number }, status: number) => {
				const now = performance.now();
				if (status === wanted) taken.push(now - due);
				else failed += 1;
				if (now < end) ask();
				else line.close();
			};
			const line: Line = openLine(at, { answered, gone }, lines);
			ask();
		});

	await Promise.all(Array.from({ length: connections }, askAgainAndAgain));
	const lasted = (performance.now() - start) / 1000;
	return { perSecond: taken.length / lasted, taken: Float64Array.from(taken).sort(), failed };
}
