import './app/compile-cache.ts';
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import type { AppContext, RunningApp } from './app/start.ts';

/** Node version that the lock file pins; an older one fails with unclear errors. */
const NODE_MAJOR = 26;
/** Shutdown deadline, after which running work is aborted: the process promises to exit within ten seconds. */
const CLOSE_WITHIN_MS = 9000;

/** Growth of the old generation, in percent of its size after the last major GC, that triggers the next one. */
const GROWTH_PERCENT = 200;

const printLine = (line: string) => process.stdout.write(`${line}\n`);

interface Options {
	/** Fills an empty database with the demo, and returns lines to print. If unset, this process has no demo. */
	seedDemo?: (context: AppContext, onProgress: (step: string) => void) => Promise<string[]>;
}

/** Runs the market until a signal ends the process; an error while it opens ends the process, too. */
export async function runServer(options: Options = {}): Promise<void> {
	try {
		await openServer(options);
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exit(1);
	}
}

async function openServer({ seedDemo }: Options): Promise<void> {
	if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
		throw new Error(
			`Node ${NODE_MAJOR} is required: start with "npm start", which uses its own Node.`,
		);
	}
	// Imported here, after the compile cache and the version check.
	const [{ pino }, { readConfig }, preflight, { openLog }, { startApp }] = await Promise.all([
		import('pino'),
		import('./config/config.ts'),
		import('./config/preflight.ts'),
		import('./observability/log.ts'),
		import('./app/start.ts'),
	]);
	const config = readConfig(undefined, { canSeedDemo: seedDemo !== undefined });
	await preflight.requireUsableConfig(config);
	const log = openLog(config.logLevel, pino.destination(2));
	let demoLines: readonly string[] = [];
	const starting = startApp({
		config,
		log,
		onProgress: printLine,
		async beforeServing(context) {
			if (config.seedDemo && seedDemo) demoLines = await seedDemo(context, printLine);
			allowHeapGrowth();
			// Startup needs about twice the memory that serving needs.
			await collectGarbage();
		},
	});
	// Before the app is open: a signal may arrive as soon as it accepts connections.
	closeOnSignal(starting, log);
	const app = await starting;
	printLine(`\n${config.site.name} is open at ${app.address}\n`);
	printLine(app.mailDestination);
	for (const line of demoLines) printLine(line);
	if (app.firstAdmin) {
		const { email, password } = app.firstAdmin;
		printLine(`First administrator: ${email}, password ${password} (shown only once)`);
		printLine(
			'This temporary password works for three days: sign in to the back-office and choose a new one.',
		);
	}
}

/**
 * Lets V8's old generation grow to three times its live size before a major GC. By default V8
 * allows growth by a tenth, because little of our memory gets old. At 6,500 replies per second, a
 * major GC then ran every 1.5 seconds on four threads beside the main one. It determined the p99 of
 * pages (docs/performance/findings.md, "Old-generation heap growth"). Costs about 100 MB under such
 * load, and nothing when idle. Serves the row "uncached reads: p99" of bench/RESULTS.md.
 */
function allowHeapGrowth(): void {
	setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/**
 * Runs a full garbage collection and returns free memory to the operating system. Blocks the process for about 0.1 s.
 * V8 does this by itself only under memory pressure. Serves the row "memory at rest" of bench/RESULTS.md.
 */
async function collectGarbage(): Promise<void> {
	const session = new Session();
	session.connect();
	try {
		await session.post('HeapProfiler.collectGarbage');
	} finally {
		session.disconnect();
	}
}

/** Shuts down in order on a signal, also during startup: waits for the start to finish, then closes everything. */
function closeOnSignal(starting: Promise<RunningApp>, log: Logger): void {
	let isClosing = false;
	const close = async (signal: NodeJS.Signals) => {
		if (isClosing) return;
		isClosing = true;
		log.info({ signal }, 'closing');
		setTimeout(() => process.exit(0), CLOSE_WITHIN_MS).unref();
		const app = await starting;
		await app.close();
		process.exit(0);
	};
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, close);
}

if (import.meta.main) await runServer();
