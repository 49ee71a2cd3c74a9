import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { say, stop } from '#ops/terminal.ts';
import { measureChat } from './chat-measure.ts';
import { percentile } from './percentile.ts';
import { report } from './results.ts';

/** `npm run bench:chat`: rooms that talk, on one server process with its own database. */
const { values } = parseArgs({
	options: {
		sockets: { type: 'string', default: '1000' },
		seconds: { type: 'string', default: '60' },
	},
});

async function main(): Promise<void> {
	const [sockets, seconds] = [Number(values.sockets), Number(values.seconds)];
	if (!(sockets >= 2 && sockets % 2 === 0 && seconds > 0)) {
		throw new Error('An even number of --sockets, two to a room, and some --seconds.');
	}
	await buildPages();
	const folder = await mkdtemp(join(tmpdir(), 'market-chat-'));
	try {
		const environment = { DATA_DIR: folder };
		const figures = await measureChat({ environment, sockets, seconds, say });
		await report(
			`Chat: ${sockets} sockets in ${sockets / 2} rooms, each sending once in 5 s for ${seconds} s`,
			'npm run bench:chat',
			['sent', 'lost', 'duplicated', 'p50 ms', 'p99 ms', 'memory MB'],
			[
				[
					figures.sent,
					figures.lost,
					figures.duplicated,
					percentile(figures.latencies, 0.5).toFixed(1),
					percentile(figures.latencies, 0.99).toFixed(1),
					figures.memoryMb,
				],
			],
		);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
