import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { onTestFinished, vi } from 'vitest';

/** A mail as it was received. */
interface Delivery {
	from: string;
	to: string[];
	source: string;
}

/**
 * A real SMTP server on this computer for one test.
 * @param rejectFirst how many mails are rejected temporarily before the first is accepted
 * @param recipientError the reply that rejects any recipient, if set
 * @param greeting the server greets only after this has resolved
 * @param acceptRecipient the server accepts a recipient only after this has resolved
 */
export async function openMailServer({
	rejectFirst = 0,
	recipientError = undefined as string | undefined,
	greeting = Promise.resolve(),
	acceptRecipient = async (_address: string): Promise<void> => undefined,
} = {}) {
	const deliveries: Delivery[] = [];
	let rejectedCount = 0;
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onConnect(_session, done) {
			greeting.then(() => done(), done);
		},
		onRcptTo({ address }, _session, done) {
			if (recipientError === undefined) {
				acceptRecipient(address).then(() => done(), done);
				return;
			}
			rejectedCount += 1;
			const [responseCode, words] = [Number(recipientError.slice(0, 3)), recipientError.slice(4)];
			done(Object.assign(new Error(words), { responseCode }));
		},
		onData(stream, session, done) {
			text(stream).then((source) => {
				const { mailFrom, rcptTo } = session.envelope;
				const to = rcptTo.map(({ address }) => address);
				if (rejectedCount < rejectFirst) {
					rejectedCount += 1;
					const error = Object.assign(new Error(`Greylisted, ${to.join()}`), {
						responseCode: 451,
					});
					return done(error);
				}
				deliveries.push({ from: mailFrom ? mailFrom.address : '', to, source });
				done();
			}, done);
		},
	});
	// A test may kill the program that is just sending a mail.
	server.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code !== 'ECONNRESET') throw error;
	});
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
	const { port } = server.server.address() as AddressInfo;
	const waitForDeliveries = (count = 1) =>
		vi.waitUntil(() => deliveries.length >= count, { timeout: 25_000, interval: 20 });
	return {
		url: `smtp://127.0.0.1:${port}`,
		deliveries,
		waitForDeliveries,
		countRejected: () => rejectedCount,
	};
}
