import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { say, stop } from '#ops/terminal.ts';
import { type Figures, measureChatRate, type RateFigures } from './measure-chat-rate.ts';
import { measureSocketMemory } from './measure-socket-memory.ts';
import { medianOf, percentile } from './percentile.ts';
import { report } from './results.ts';

/** `npm run bench:chat-rate`: the chat beside a bare relay, and what a socket takes. Linux only: it pins processes to cores. */
const { values } = parseArgs({
	options: {
		rooms: { type: 'string', default: '100' },
		rounds: { type: 'string', default: '3' },
		seconds: { type: 'string', default: '10' },
		'per-second': { type: 'string', default: '500' },
		sockets: { type: 'string', default: '1000' },
	},
});

type Read = (figures: Figures) => number;

function spread(of: readonly number[], digits: number): string {
	const [least, most] = [Math.min(...of), Math.max(...of)];
	return `${medianOf(of).toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);

const P50: Read = ({ acknowledged }) => percentile(acknowledged, 0.5);
const P99: Read = ({ acknowledged }) => percentile(acknowledged, 0.99);
const THERE: Read = ({ arrived }) => percentile(arrived, 0.5);

function rowsOf(market: readonly Figures[], relay: readonly Figures[]): (string | number)[][] {
	const reads: [Read, number][] = [
		[({ perSecond }) => perSecond, 0],
		[P50, 2],
		[P99, 2],
		[THERE, 2],
		[({ workMs }) => workMs, 3],
		[({ databaseMs }) => databaseMs, 3],
	];
	const row = (name: string, rounds: readonly Figures[]) => [
		name,
		...reads.map(([read, digits]) => spread(rounds.map(read), digits)),
		sum(rounds.map(({ refused }) => refused)),
		sum(rounds.map(({ lost }) => lost)),
		sum(rounds.map(({ unstored }) => unstored)),
	];
	const times = reads.map(([read]) =>
		(medianOf(market.map(read)) / medianOf(relay.map(read))).toFixed(2),
	);
	return [row('market', market), row('bare relay', relay), ['times', ...times, '', '', '']];
}

const COLUMNS = [
	...['server', 'messages/s', 'p50 ms', 'p99 ms', 'p50 ms to the other side'],
	...['work ms/message', 'its database', 'refused', 'lost', 'not stored'],
];

async function reportTalk(title: string, market: Figures[], relay: Figures[]): Promise<void> {
	await report(title, 'npm run bench:chat-rate', COLUMNS, rowsOf(market, relay));
}

async function main(): Promise<void> {
	const [rooms, rounds, seconds] = [values.rooms, values.rounds, values.seconds].map(Number);
	const [perSecond, sockets] = [values['per-second'], values.sockets].map(Number);
	if (!rooms || !rounds || !seconds || !perSecond || !sockets) {
		throw new Error('Some --rooms, --rounds, --seconds, --per-second and --sockets.');
	}
	await buildPages();
	const folder = await mkdtemp(join(tmpdir(), 'market-chat-rate-'));
	try {
		const environment = { DATA_DIR: folder };
		const measured = { environment, rounds, isPinned: true, say };
		const { market, relay } = await measureChatRate({ ...measured, rooms, seconds, perSecond });
		await reportRates(rooms, perSecond, { market, relay });
		const memory = await measureSocketMemory({ ...measured, sockets });
		const row = (name: string, kilobytes: number[]) => [name, spread(kilobytes, 1)];
		const times = medianOf(memory.market) / medianOf(memory.relay);
		await report(
			`A socket: ${sockets} that are signed in and idle, ${rounds} rounds`,
			'npm run bench:chat-rate',
			['server', 'KB a socket'],
			[row('market', memory.market), row('bare relay', memory.relay), ['times', times.toFixed(2)]],
		);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function reportRates(
	rooms: number,
	perSecond: number,
	{ market, relay }: { market: RateFigures; relay: RateFigures },
): Promise<void> {
	const rounds = market.atOnce.length;
	await reportTalk(
		`Chat: ${rooms} rooms, each of ${rooms * 2} people one message under way, ${rounds} rounds`,
		market.atOnce,
		relay.atOnce,
	);
	await reportTalk(
		`Chat: ${rooms} rooms, ${perSecond} messages a second, ${rounds} rounds`,
		market.steadily,
		relay.steadily,
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
