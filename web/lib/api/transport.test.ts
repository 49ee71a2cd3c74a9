import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { send } from './transport.ts';

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	return () => void vi.useRealTimers();
});

const GET = { method: 'GET', url: '/api/anything', headers: {}, body: undefined };

/** A line whose answers begin, go on and end when they are told to, and that breaks when it is given up, as a browser's. */
function stubFetch() {
	const pendingResponse = Promise.withResolvers<Response>();
	let body: ReadableStreamDefaultController<Uint8Array> | undefined;
	const stream = new ReadableStream<Uint8Array>({
		start: (controller) => {
			body = controller;
		},
	});
	vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
		signal.addEventListener('abort', () => {
			pendingResponse.reject(signal.reason);
			body?.error(signal.reason);
		});
		return pendingResponse.promise;
	});
	onTestFinished(() => void vi.unstubAllGlobals());
	return {
		startResponse: () => pendingResponse.resolve(new Response(stream)),
		sendChunk: async (text: string) => {
			body?.enqueue(new TextEncoder().encode(text));
			await vi.advanceTimersByTimeAsync(0);
		},
		endResponse: () => body?.close(),
	};
}

test('an answer that goes on coming is waited for, however long it takes', async () => {
	const server = stubFetch();
	const reply = send(GET);
	server.startResponse();

	for (const chunk of ['a', 'b', 'c']) {
		await server.sendChunk(chunk);
		await vi.advanceTimersByTimeAsync(29_000);
	}
	server.endResponse();

	expect(await reply).toMatchObject({ status: 200, text: 'abc' });
});

test('an answer of which nothing comes for half a minute is given up', async () => {
	const server = stubFetch();
	const reply = send(GET);
	const rejection = expect(reply).rejects.toThrow(TypeError);
	server.startResponse();
	await server.sendChunk('a');

	await vi.advanceTimersByTimeAsync(30_000);

	await rejection;
});

test('what takes long to make may begin late, and then goes on like everything', async () => {
	const server = stubFetch();
	const reply = send({ ...GET, responseStartTimeoutMs: 120_000 });
	const rejection = expect(reply).rejects.toThrow(TypeError);
	let isRejected = false;
	reply.catch(() => {
		isRejected = true;
	});

	await vi.advanceTimersByTimeAsync(119_000);
	server.startResponse();
	await server.sendChunk('a');
	await vi.advanceTimersByTimeAsync(29_000);
	const wasRejected = isRejected;
	await vi.advanceTimersByTimeAsync(1000);

	expect(wasRejected).toBe(false);
	await rejection;
});
