import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

interface FetchEvent {
	request: Request;
	clientId: string;
	resultingClientId: string;
	respondWith: (answer: Promise<Response>) => void;
}

interface MessageEvent {
	data: unknown;
	source: { id: string; postMessage: (said: unknown) => void };
}

const MARKET = 'https://market.invalid';
const kept = new Map<string, Response>();
const cache = {
	put: async (request: Request, response: Response) => void kept.set(request.url, response),
	delete: async (request: Request) => kept.delete(request.url),
	keys: async () => [],
};
const caches = {
	open: async () => cache,
	match: async (request: Request | string) =>
		kept.get(typeof request === 'string' ? request : request.url)?.clone(),
};
const fromLine = vi.fn<(request: Request) => Promise<Response>>();
let hearFetch: (event: FetchEvent) => void;
let hearMessage: (event: MessageEvent) => void;
/** What the page in the browser was told. */
const told = vi.fn<(said: unknown) => void>();
let openPages = ['page'];
const pageOf = (id: string) => ({ id, postMessage: told });

beforeAll(async () => {
	vi.stubGlobal('self', {
		location: { origin: MARKET },
		addEventListener: (type: string, listener: never) => {
			if (type === 'fetch') hearFetch = listener;
			if (type === 'message') hearMessage = listener;
		},
		clients: { matchAll: async () => openPages.map(pageOf) },
	});
	vi.stubGlobal('caches', caches);
	vi.stubGlobal('fetch', fromLine);
	await import('./service-worker.ts');
});

afterAll(() => {
	vi.unstubAllGlobals();
});

beforeEach(() => {
	kept.clear();
	fromLine.mockReset();
	told.mockReset();
	openPages = ['page'];
});

function ask(path: string, clientId = 'page'): Promise<Response> {
	return new Promise((resolve, reject) => {
		const request = new Request(`${MARKET}${path}`);
		hearFetch({
			request,
			clientId,
			resultingClientId: '',
			respondWith: (answer) => answer.then(resolve, reject),
		});
	});
}

/** An answer of the market at some moment. */
const answeredAt = (date: string) => new Response('whole', { headers: { date } });
const [MONDAY, TUESDAY] = ['Mon, 09 Nov 2026 08:00:00 GMT', 'Tue, 10 Nov 2026 08:00:00 GMT'];

function brokenOff(): Response {
	const body = new ReadableStream({
		start(controller) {
			controller.enqueue(new TextEncoder().encode('{"data":'));
			controller.error(new TypeError('terminated'));
		},
	});
	return new Response(body);
}

describe('on a line that comes and goes', () => {
	test('a part of the app that is lost is asked for again before the page hears of it', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout'] });
		fromLine.mockRejectedValueOnce(new TypeError('Failed to fetch'));
		fromLine.mockResolvedValueOnce(new Response('part'));

		const answer = ask('/assets/side-menu-1.js');
		await vi.runAllTimersAsync();
		vi.useRealTimers();

		expect(await (await answer).text()).toBe('part');
	});

	test('an answer that breaks off half-way gives way to the whole one before', async () => {
		fromLine.mockResolvedValueOnce(new Response('whole'));
		await ask('/api/item/list-items');
		fromLine.mockResolvedValueOnce(brokenOff());

		const answer = await ask('/api/item/list-items');

		expect(await answer.text()).toBe('whole');
	});

	test('what is gone by the server’s last word is not shown as it was', async () => {
		fromLine.mockResolvedValueOnce(new Response('on sale'));
		await ask('/api/item/get-item-details/7');
		fromLine.mockResolvedValueOnce(new Response('gone', { status: 404 }));
		await ask('/api/item/get-item-details/7');
		fromLine.mockRejectedValueOnce(new TypeError('Failed to fetch'));

		await expect(ask('/api/item/get-item-details/7')).rejects.toThrow('Failed to fetch');
	});
});

describe('a page is told', () => {
	async function see(path: string, date: string) {
		fromLine.mockResolvedValueOnce(answeredAt(date));
		await ask(path);
	}

	async function seeAgain(path: string, pageId?: string) {
		fromLine.mockRejectedValueOnce(new TypeError('Failed to fetch'));
		await ask(path, pageId);
	}

	/** What a page is told that asks how old what it shows is. */
	function hear(id: string) {
		const answered = vi.fn();
		hearMessage({ data: 'how old', source: { id, postMessage: answered } });
		return answered.mock.calls.map(([copy]) => copy);
	}

	const [LISTING, ITEM] = ['/api/items?q=coat', '/api/item/get-item-details/7'];
	const listing = { address: LISTING, seenAt: Date.parse(TUESDAY) };
	const item = { address: ITEM, seenAt: Date.parse(MONDAY) };

	test('from when each copy is that it is given, and that the line has brought it since', async () => {
		await see(LISTING, TUESDAY);
		await see(ITEM, MONDAY);
		expect(told).not.toHaveBeenCalled();

		await seeAgain(LISTING);
		await seeAgain(ITEM);
		await see(LISTING, TUESDAY);
		await see(LISTING, TUESDAY);

		const said = told.mock.calls.map(([copy]) => copy);
		expect(said).toEqual([listing, item, { address: LISTING }]);
	});

	test('of all copies that it shows, where it asks', async () => {
		await see(ITEM, MONDAY);
		await see(LISTING, TUESDAY);
		await seeAgain(ITEM);
		await seeAgain(LISTING);

		expect([hear('page'), hear('another')]).toEqual([[item, listing], []]);
	});

	test('of its copies though others came and went while it was on its way', async () => {
		await see(ITEM, MONDAY);
		await seeAgain(ITEM, 'on its way');

		await seeAgain(ITEM);
		openPages = ['on its way'];

		expect(hear('on its way')).toEqual([item]);
	});

	test('nothing of its copies once it is closed: they are not kept for ever', async () => {
		await see(ITEM, MONDAY);
		openPages = ['closed', 'page'];
		await seeAgain(ITEM, 'closed');
		openPages = ['page'];

		await seeAgain(ITEM);

		await expect.poll(() => hear('closed')).toEqual([]);
	});

	test('nothing of what never changes', async () => {
		await see('/photos/abc-640.webp', MONDAY);
		await ask('/photos/abc-640.webp');

		expect(told).not.toHaveBeenCalled();
	});
});
