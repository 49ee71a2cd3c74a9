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
	waitUntil: (work: Promise<void>) => void;
}

interface ActivateEvent {
	waitUntil: (work: Promise<void>) => void;
}

const MARKET = 'https://market.invalid';
/** Of this version. */
const [HOME_SCRIPT, CHAT_SCRIPT] = ['/assets/home-2.js', '/assets/chat-2.js'];
const app = new Map<string, Response>();
const seen = new Map<string, Response>();
const addressOf = (request: Request | string) =>
	typeof request === 'string' ? new URL(request, MARKET).href : request.url;
const cacheOf = (kept: Map<string, Response>) => ({
	put: async (request: Request | string, response: Response) =>
		void kept.set(addressOf(request), response),
	match: async (request: Request) => kept.get(request.url)?.clone(),
	delete: async (request: Request) => kept.delete(request.url),
	keys: async () => [...kept.keys()].map((url) => new Request(url)),
});
const caches = {
	open: async (name: string) => cacheOf(name === 'app' ? app : seen),
	match: async (request: Request | string) =>
		(seen.get(addressOf(request)) ?? app.get(addressOf(request)))?.clone(),
};
const fromLine = vi.fn<(request: Request) => Promise<Response>>();
let hearFetch: (event: FetchEvent) => void;
let hearMessage: (event: MessageEvent) => void;
let activate: (event: ActivateEvent) => void;
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
			if (type === 'activate') activate = listener;
		},
		clients: { matchAll: async () => openPages.map(pageOf), claim: async () => undefined },
	});
	vi.stubGlobal('caches', caches);
	vi.stubGlobal('fetch', fromLine);
	vi.stubGlobal('__APP_FILES__', [HOME_SCRIPT, CHAT_SCRIPT]);
	await import('./service-worker.ts');
});

afterAll(() => {
	vi.unstubAllGlobals();
});

beforeEach(() => {
	app.clear();
	seen.clear();
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
		const source = { id, postMessage: answered };
		hearMessage({ data: 'how old', source, waitUntil: () => undefined });
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

describe('the app', () => {
	const keepApp = () =>
		new Promise<void>((resolve, reject) => {
			const waitUntil = (work: Promise<void>) => void work.then(resolve, reject);
			hearMessage({ data: 'keep the app', source: pageOf('page'), waitUntil });
		});
	const ofType = (type: string) => new Response('', { headers: { 'content-type': type } });
	const keepScript = (path: string) => app.set(MARKET + path, ofType('text/javascript'));
	const keptPaths = () => [...app.keys(), ...seen.keys()].map((url) => url.replace(MARKET, ''));

	test('is kept whole once a page is calm, what is there already not fetched again', async () => {
		keepScript(HOME_SCRIPT);
		fromLine.mockImplementation(async () => new Response('script'));

		await keepApp();
		await keepApp();

		expect(fromLine.mock.calls.map(([asked]) => asked)).toEqual([CHAT_SCRIPT]);
		expect(keptPaths()).toEqual([HOME_SCRIPT, CHAT_SCRIPT]);
	});

	test('goes on at the next page where the line was lost, and keeps no answer that is not the file', async () => {
		fromLine.mockRejectedValue(new TypeError('Failed to fetch'));
		await keepApp();
		fromLine.mockReset();
		fromLine.mockImplementation(async () => new Response('gone', { status: 404 }));
		await keepApp();
		expect(keptPaths()).toEqual([]);

		fromLine.mockImplementation(async () => new Response('script'));
		await keepApp();

		expect(keptPaths()).toEqual([HOME_SCRIPT, CHAT_SCRIPT]);
	});

	test('of another version goes, with the pages that ask for it; what they showed stays', async () => {
		for (const path of [HOME_SCRIPT, '/assets/home-1.js']) keepScript(path);
		seen.set(`${MARKET}/item/7`, ofType('text/html; charset=utf-8'));
		seen.set(`${MARKET}/api/item/get-item-details/7`, ofType('application/json'));

		await new Promise<void>((resolve, reject) => {
			activate({ waitUntil: (work) => void work.then(resolve, reject) });
		});

		expect(keptPaths()).toEqual([HOME_SCRIPT, '/api/item/get-item-details/7']);
	});
});
