import { performance } from 'node:perf_hooks';
import { type HttpConnection, openConnection, type PendingRequest } from './http-connection.ts';

interface ClosedLoop {
	/** The server's address. */
	address: string;
	nextPath: () => string;
	headers?: Readonly<Record<string, string>>;
	/** Clients that send the next request as soon as they have an answer. */
	connections: number;
	seconds: number;
	/** The expected status; any other answer counts as failed. */
	status: number;
}

/** What a closed loop measured. */
export interface ClosedLoopResult {
	perSecond: number;
	/** Milliseconds from request to answer, sorted. */
	latencies: Float64Array;
	/** Requests with another status, or without an answer. */
	failed: number;
}

/** Sends requests as fast as they are answered. A client whose connection is lost sends no more. */
export async function runClosedLoop(load: ClosedLoop): Promise<ClosedLoopResult> {
	const { address, nextPath, headers = {}, connections, seconds, status: expected } = load;
	const url = new URL(address);
	const headerLines = Object.entries(headers)
		.map(([name, value]) => `${name}: ${value}\r\n`)
		.join('');
	const latencies: number[] = [];
	let failed = 0;
	const start = performance.now();
	const end = start + seconds * 1000;

	const runClient = () =>
		new Promise<void>((resolve) => {
			const sendNext = () => connection.send({ path: nextPath(), dueAt: performance.now() });
			const onClose = (pending: PendingRequest | undefined) => {
				if (pending) failed += 1;
				resolve();
			};
			const onResponse = ({ dueAt }: PendingRequest, status: number) => {
				const now = performance.now();
				if (status === expected) latencies.push(now - dueAt);
				else failed += 1;
				if (now < end) sendNext();
				else connection.close();
			};
			const connection: HttpConnection = openConnection(url, { onResponse, onClose }, headerLines);
			sendNext();
		});

	await Promise.all(Array.from({ length: connections }, runClient));
	const elapsedSeconds = (performance.now() - start) / 1000;
	return {
		perSecond: latencies.length / elapsedSeconds,
		latencies: Float64Array.from(latencies).sort(),
		failed,
	};
}
