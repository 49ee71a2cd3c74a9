import { parseArgs } from 'node:util';
import { reasonOf } from '#tools/lib/error-text.ts';
import { exitWithError, printLine } from '#tools/lib/terminal.ts';
import { openCluster } from './cluster.ts';
import { writeConfigurations } from './configuration.ts';
import { createAppEnvironment, createLayout, readLayout } from './layout.ts';

/**
 * `npm run cluster -- FOLDER` starts a cluster of three simulated machines on this computer. With `--machines` it only
 * writes the configurations for three real machines.
 */
const USAGE =
	'npm run cluster -- FOLDER [--machines ADDRESS,ADDRESS,ADDRESS --network NETWORK/BITS]';
/** The folder of the programs' data on a real machine. */
const MACHINE_FOLDER = '/var/lib/passdown-cluster';

function printEnvironment(environment: Record<string, string>): void {
	for (const [name, value] of Object.entries(environment)) printLine(`${name}=${value}`);
}

async function runOnLoopback(folder: string): Promise<void> {
	const shutdown = new AbortController();
	const shutdownRequest = new Promise((resolve) =>
		shutdown.signal.addEventListener('abort', resolve),
	);
	process.on('SIGINT', () => shutdown.abort());
	process.on('SIGTERM', () => shutdown.abort());
	// Keeps the process alive while it only waits for promises.
	const keepAlive = setInterval(() => undefined, 2 ** 30);
	const cluster = await openCluster({ folder, onProgress: printLine, signal: shutdown.signal });
	printLine('\nThe cluster runs. The market is told of it by:\n');
	printEnvironment(cluster.appEnvironment);
	printLine(`\nIts logs are in ${folder}. Ctrl-C stops it and keeps everything.`);
	await shutdownRequest;
	await cluster.stop();
	clearInterval(keepAlive);
}

async function writeForMachines(folder: string, machines: string, network: string): Promise<void> {
	const [a, b, c, ...rest] = machines.split(',');
	if (!a || !b || !c || rest.length > 0) throw new Error(USAGE);
	const layout = createLayout({ a, b, c }, network, await readLayout(folder));
	const settings = {
		folderOf: () => MACHINE_FOLDER,
		sharedBuffers: '2GB',
		watchdog: 'automatic',
	} as const;
	// No account is given: the files belong to whoever runs this command.
	await writeConfigurations(folder, layout, settings, undefined);
	printLine(`Written below ${folder}: see docs/operations/cluster.md. The market is told by:\n`);
	printEnvironment(createAppEnvironment(layout));
}

async function main(): Promise<void> {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: {
			machines: { type: 'string' },
			network: { type: 'string' },
			help: { type: 'boolean', short: 'h' },
		},
	});
	if (values.help) return printLine(USAGE);
	const [folder, ...rest] = positionals;
	if (!folder || rest.length > 0) throw new Error(USAGE);
	const { machines, network } = values;
	if (machines === undefined) return runOnLoopback(folder);
	if (network === undefined) throw new Error(USAGE);
	return writeForMachines(folder, machines, network);
}

await main().catch((error: unknown) => exitWithError(reasonOf(error)));
