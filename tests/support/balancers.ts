import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endChild, hasExited } from '#server/lib/child-process.ts';
import { requireProgram } from './debian-programs.ts';
import { freePorts } from './free-ports.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const POLL_INTERVAL_MS = 10;
/** The ports of the instances in the shipped configurations, in order. */
const SHIPPED_PORTS = [3001, 3002, 3003];
const HAPROXY_NAMES = ['one', 'two', 'three'];

type Scheme = 'http' | 'https';

/** A balancer with its shipped configuration. */
export interface Balancer {
	address: string;
	/** The whole log of the balancer, with its errors. */
	log: () => Promise<string>;
	/** The cookie of a browser that is routed to the instance with this port. */
	cookieTo: (port: number) => Promise<string>;
	stop: () => Promise<void>;
}

/** Debian's nginx in front of instances with these ports, three at most. */
export async function startNginx(
	ports: readonly number[],
	scheme: Scheme = 'http',
): Promise<Balancer> {
	const [port = 0] = await freePorts(1);
	const address = `${scheme}://127.0.0.1:${port}`;
	const folder = await mkdtemp(join(tmpdir(), 'market-nginx-'));
	const shipped = await readFile(join(DEPLOY, 'nginx', 'passdown.conf'), 'utf8');
	const certificate = `ssl_certificate ${folder}/own.pem; ssl_certificate_key ${folder}/own.pem;`;
	const listening = {
		http: `listen 127.0.0.1:${port};`,
		https: `listen 127.0.0.1:${port} ssl; ${certificate}`,
	};
	if (scheme === 'https') await makeCertificate(folder);
	const configuration = withPorts(shipped, ports)
		.replace('listen 80;', listening[scheme])
		.replace('listen [::]:80;', '')
		.replaceAll('/var/log/nginx', folder);
	const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		(name) => `${name}_temp_path ${join(folder, 'temp', name)};`,
	);
	// The workers must run as the user who starts nginx, because only this user may read the folder.
	const user = process.getuid?.() === 0 ? 'user root;' : '';
	await mkdir(join(folder, 'temp'));
	await writeFile(join(folder, 'passdown.conf'), configuration);
	await writeFile(
		join(folder, 'nginx.conf'),
		`${user} daemon off; worker_processes 1; pid ${folder}/pid; worker_rlimit_nofile 8192;
		events { worker_connections 4096; } http { ${tempPaths.join(' ')} include passdown.conf; }`,
	);
	const args = ['-p', folder, '-e', join(folder, 'start.log'), '-c', join(folder, 'nginx.conf')];
	const child = spawn(requireProgram('nginx'), args, { stdio: ['ignore', 'ignore', 'inherit'] });
	const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '');
	const log = async () =>
		(await Promise.all(['passdown.log', 'passdown-error.log', 'start.log'].map(read))).join('');
	await waitUntilListening(child, port);

	/** nginx routes by a hash of the cookie, so values are tried until one leads to the instance. */
	async function cookieTo(targetPort: number): Promise<string> {
		for (;;) {
			const cookie = `passdown_line=${randomBytes(16).toString('hex')}`;
			const marker = randomBytes(8).toString('hex');
			await fetch(`${address}/${marker}`, { headers: { cookie } });
			const entry = new RegExp(` /${marker} .*"127\\.0\\.0\\.1:${targetPort}"`);
			while (!(await log()).includes(marker)) await setTimeout(POLL_INTERVAL_MS);
			if (entry.test(await log())) return cookie;
		}
	}
	return { address, log, cookieTo, stop: () => end(child, folder) };
}

/** Debian's HAProxy in front of instances with these ports, three at most. */
export async function startHaproxy(
	ports: readonly number[],
	scheme: Scheme = 'http',
): Promise<Balancer> {
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'market-haproxy-'));
	const shipped = await readFile(join(DEPLOY, 'haproxy', 'haproxy.cfg'), 'utf8');
	if (scheme === 'https') await makeCertificate(folder);
	const certificate = { http: '', https: ` ssl crt ${folder}/own.pem` }[scheme];
	const configuration = withPorts(shipped, ports)
		.replace('bind :80', `bind 127.0.0.1:${port}${certificate}`)
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
		cookieTo: async (targetPort) => `passdown_line=${HAPROXY_NAMES[ports.indexOf(targetPort)]}`,
		stop: () => end(child, folder),
	};
}

/** A self-signed certificate with its key, as `own.pem`. */
async function makeCertificate(folder: string): Promise<void> {
	const pem = join(folder, 'own.pem');
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const made = ['-subj', '/CN=market.example', '-keyout', `${pem}.key`, '-out', `${pem}.crt`];
	await promisify(execFile)(requireProgram('openssl'), ['req', '-x509', ...key, ...made]);
	const parts = [`${pem}.key`, `${pem}.crt`].map((file) => readFile(file, 'utf8'));
	await writeFile(pem, (await Promise.all(parts)).join(''));
}

/** The shipped configuration with these ports; lines of missing instances are removed. */
function withPorts(shipped: string, ports: readonly number[]): string {
	let configuration = shipped;
	for (const [index, shippedPort] of SHIPPED_PORTS.entries()) {
		const pattern = new RegExp(`^(\\s*server .*127\\.0\\.0\\.1:)${shippedPort}\\b(.*\\n)`, 'gm');
		const port = ports[index];
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
		await setTimeout(POLL_INTERVAL_MS);
	}
}

async function end(child: ChildProcess, folder: string): Promise<void> {
	await endChild(child, 'SIGTERM');
	await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
