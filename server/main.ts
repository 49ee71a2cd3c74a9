import './app/compile-cache.ts';
import type { Logger } from 'pino';
import type { Market } from './app/start.ts';

/** Node that the lock file pins; an older one on the path would fail in stranger ways. */
const NODE_MAJOR = 26;
/** What is still running after this is cut off; the promise is to be gone within ten seconds. */
const CLOSE_WITHIN_MS = 9000;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
	if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
		throw new Error(`Node ${NODE_MAJOR} is needed: start with "npm start", which brings its own.`);
	}
	// Not before the quick start.
	const [{ pino }, { readConfig }, usable, { openLog }, memory, { openMarket }] = await Promise.all(
		[
			import('pino'),
			import('./config/config.ts'),
			import('./config/usable.ts'),
			import('./observability/log.ts'),
			import('./app/memory.ts'),
			import('./app/start.ts'),
		],
	);
	const config = readConfig();
	await usable.requireUsable(config);
	const log = openLog(config.logLevel, pino.destination(2));
	let demoLines: readonly string[] = [];
	const opening = openMarket({
		config,
		log,
		onProgress: say,
		async beforeServing(parts) {
			if (config.seedDemo) {
				const { fillWithDemo } = await import('#tools/demo/seed.ts');
				demoLines = await fillWithDemo(parts, say);
			}
			memory.leaveRoomToGrow();
			// Loading it all took twice what it takes from here on.
			await memory.giveBackMemory();
		},
	});
	// Before it is open: whoever finds it open may tell it to end before the next line.
	endWhenTold(opening, log);
	const market = await opening;
	say(`\n${config.site.name} is open at ${market.address}\n`);
	say(market.mailPlace);
	for (const line of demoLines) say(line);
	if (market.firstAdmin) {
		const { email, password } = market.firstAdmin;
		say(`First administrator: ${email}, password ${password} (told only this once)`);
		say('It opens the back-office for three days, to choose another there.');
	}
}

/** In order, also while it opens: what it has begun by then, its database among it, is let go of. */
function endWhenTold(opening: Promise<Market>, log: Logger): void {
	let closing = false;
	const close = async (signal: NodeJS.Signals) => {
		if (closing) return;
		closing = true;
		log.info({ signal }, 'closing');
		setTimeout(() => process.exit(0), CLOSE_WITHIN_MS).unref();
		const market = await opening;
		await market.close();
		process.exit(0);
	};
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, close);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exit(1);
});
