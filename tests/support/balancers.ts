import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endChild, hasExited } from '#server/lib/processes.ts';
import { requireProgram } from './debian-programs.ts';
import { freePorts } from './free-ports.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const POLL_INTERVAL_MS = 10;
/** The ports of the instances in the shipped configurations, in order. */
const SHIPPED_PORTS = [3001, 3002, 3003];
/** The cookie values of the servers in haproxy.cfg, in the order of `SHIPPED_PORTS`. */
const HAPROXY_COOKIE_VALUES = ['one', 'two', 'three'];

type Scheme = 'http' | 'https';

/** A running balancer, with the shipped configuration adapted to the test. */
export interface Balancer {
	address: string;
	/** The requests and errors that the balancer has logged, not in the order of time. */
	log: () => Promise<string>;
	/** A `Cookie` header that routes to the instance with this port, which must be one of those in use. */
	cookieTo: (port: number) => Promise<string>;
	stop: () => Promise<void>;
}

/** Debian's nginx in front of at most three instances of the app. The caller stops it. */
export async function startNginx(
	instancePorts: readonly number[],
	scheme: Scheme = 'http',
): Promise<Balancer> {
	const [port = 0] = await freePorts(1);
	const address = `${scheme}://127.0.0.1:${port}`;
	const folder = await mkdtemp(join(tmpdir(), 'market-nginx-'));
	const shipped = await readFile(join(DEPLOY, 'nginx', 'passdown.conf'), 'utf8');
	const certificateDirectives = `ssl_certificate ${folder}/self-signed.pem; ssl_certificate_key ${folder}/self-signed.pem;`;
	const listenDirectives = {
		http: `listen 127.0.0.1:${port};`,
		https: `listen 127.0.0.1:${port} ssl; ${certificateDirectives}`,
	};
	if (scheme === 'https') await makeCertificate(folder);
	const configuration = withPorts(shipped, instancePorts)
		.replace('listen 80;', listenDirectives[scheme])
		.replace('listen [::]:80;', '')
		.replaceAll('/var/log/nginx', folder);
	const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		(name) => `${name}_temp_path ${join(folder, 'temp', name)};`,
	);
	// Started by root, nginx would run its workers as another user, who may not read the folder.
	const userDirective = process.getuid?.() === 0 ? 'user root;' : '';
	await mkdir(join(folder, 'temp'));
	await writeFile(join(folder, 'passdown.conf'), configuration);
	await writeFile(
		join(folder, 'nginx.conf'),
		`${userDirective} daemon off; worker_processes 1; pid ${folder}/pid; worker_rlimit_nofile 8192;
		events { worker_connections 4096; } http { ${tempPaths.join(' ')} include passdown.conf; }`,
	);
	const args = ['-p', folder, '-e', join(folder, 'start.log'), '-c', join(folder, 'nginx.conf')];
	const child = spawn(requireProgram('nginx'), args, { stdio: ['ignore', 'ignore', 'inherit'] });
	const readIfPresent = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '');
	const log = async () =>
		(
			await Promise.all(['passdown.log', 'passdown-error.log', 'start.log'].map(readIfPresent))
		).join('');
	await waitUntilListening(child, port);

	/** nginx routes by a hash of the cookie, so values are tried until one leads to the instance. */
	async function cookieTo(targetPort: number): Promise<string> {
		for (;;) {
			const cookie = `passdown_line=${randomBytes(16).toString('hex')}`;
			const marker = randomBytes(8).toString('hex');
			await fetch(`${address}/${marker}`, { headers: { cookie } });
			while (!(await log()).includes(marker)) await wait(POLL_INTERVAL_MS);
			const routedToTarget = new RegExp(` /${marker} .*"127\\.0\\.0\\.1:${targetPort}"`);
			if (routedToTarget.test(await log())) return cookie;
		}
	}
	return { address, log, cookieTo, stop: () => endAndRemoveFolder(child, folder) };
}

/** Debian's HAProxy in front of at most three instances of the app. The caller stops it. */
export async function startHaproxy(
	instancePorts: readonly number[],
	scheme: Scheme = 'http',
): Promise<Balancer> {
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'market-haproxy-'));
	const shipped = await readFile(join(DEPLOY, 'haproxy', 'haproxy.cfg'), 'utf8');
	if (scheme === 'https') await makeCertificate(folder);
	const bindOptions = { http: '', https: ` ssl crt ${folder}/self-signed.pem` }[scheme];
	const configuration = withPorts(shipped, instancePorts)
		.replace('bind :80', `bind 127.0.0.1:${port}${bindOptions}`)
		.replace('log /dev/log', 'log stdout format raw')
		.replace('maxconn 20000', 'maxconn 4000')
		.replace(/^\t(user|group|stats socket) .*\n/gm, '');
	await writeFile(join(folder, 'haproxy.cfg'), configuration);
	const child = spawn(requireProgram('haproxy'), ['-db', '-f', join(folder, 'haproxy.cfg')], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let logged = '';
	for (const output of [child.stdout, child.stderr]) {
		output.on('data', (chunk) => {
			logged += String(chunk);
		});
	}
	await waitUntilListening(child, port);
	return {
		address: `${scheme}://127.0.0.1:${port}`,
		log: async () => logged,
		cookieTo: async (targetPort) =>
			`passdown_line=${HAPROXY_COOKIE_VALUES[instancePorts.indexOf(targetPort)]}`,
		stop: () => endAndRemoveFolder(child, folder),
	};
}

/** A self-signed certificate with its key, as `self-signed.pem`. */
async function makeCertificate(folder: string): Promise<void> {
	const pem = join(folder, 'self-signed.pem');
	const keyOptions = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const certificateOptions = [
		'-subj',
		'/CN=market.example',
		'-keyout',
		`${pem}.key`,
		'-out',
		`${pem}.crt`,
	];
	await promisify(execFile)(requireProgram('openssl'), [
		'req',
		'-x509',
		...keyOptions,
		...certificateOptions,
	]);
	const parts = [`${pem}.key`, `${pem}.crt`].map((file) => readFile(file, 'utf8'));
	await writeFile(pem, (await Promise.all(parts)).join(''));
}

/** The shipped configuration with these ports, without the lines of the instances that get none. */
function withPorts(shipped: string, instancePorts: readonly number[]): string {
	let configuration = shipped;
	for (const [index, shippedPort] of SHIPPED_PORTS.entries()) {
		const pattern = new RegExp(`^(\\s*server .*127\\.0\\.0\\.1:)${shippedPort}\\b(.*\\n)`, 'gm');
		const port = instancePorts[index];
		configuration = configuration.replace(pattern, port === undefined ? '' : `$1${port}$2`);
	}
	return configuration;
}

/**
 * Waits until a program accepts connections.
 * @throws Error when the program ends before that
 */
async function waitUntilListening(child: ChildProcess, port: number): Promise<void> {
	for (;;) {
		const socket = connect(port, '127.0.0.1');
		const isListening = await once(socket, 'connect').then(
			() => true,
			() => false,
		);
		socket.destroy();
		if (isListening) return;
		if (hasExited(child)) throw new Error(`${child.spawnargs.join(' ')} ended by itself.`);
		await wait(POLL_INTERVAL_MS);
	}
}

async function endAndRemoveFolder(child: ChildProcess, folder: string): Promise<void> {
	await endChild(child, 'SIGTERM');
	await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
