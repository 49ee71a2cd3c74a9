import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** Messages that have not arrived after this time count as lost. */
const LOST_AFTER_MS = 10_000;
/** One message in this many is looked up in the database as soon as it is acknowledged. */
const LOOKUP_INTERVAL = 251;
/** The position in a client id where the message's number begins, after the number of the run. */
const NUMBER_OFFSET = '01234567-0000-4000-8000-'.length;
const NUMBER_DIGITS = 12;

/** What was measured about the messages of one load. */
export interface MessageMeasurements {
	/** Acknowledged messages per second. */
	perSecond: number;
	/** Milliseconds from sending to the acknowledgement, of each message. */
	acknowledged: number[];
	/** Milliseconds from sending to arrival on the other side, of each message. */
	arrived: number[];
	/** Answered with an error. */
	refused: number;
	/** Sent, not refused, and never acknowledged or never arrived. */
	lost: number;
	/** Acknowledged messages that were not in the database yet; only one in `LOOKUP_INTERVAL` is looked up. */
	unstored: number;
}

/** Whether a message is in the database, by its id and its client id. */
export type IsStored = (id: number, clientId: string) => Promise<boolean>;

/** Records what is sent, acknowledged and received, with little work per message. */
export class MessageRecorder {
	/** Part of every client id of this run, and of nothing else that is sent. */
	readonly #run = randomInt(2 ** 32)
		.toString(16)
		.padStart(8, '0');
	readonly #isStored: IsStored;
	/** Indexed by the number of a message. */
	readonly #sentAt: number[] = [0];
	readonly #senders: object[] = [{}];
	#beganAt = 0;
	#firstNumber = 1;
	#acknowledged: number[] = [];
	#arrived: number[] = [];
	#refused = 0;
	#unstored = 0;
	#lookups: Promise<void>[] = [];

	constructor(isStored: IsStored) {
		this.#isStored = isStored;
	}

	begin(): void {
		this.#beganAt = performance.now();
		this.#firstNumber = this.#sentAt.length;
		this.#acknowledged = [];
		this.#arrived = [];
		this.#refused = 0;
		this.#unstored = 0;
		this.#lookups = [];
	}

	/** @returns the number of a message that is sent now */
	recordSend(sender: object): number {
		this.#senders.push(sender);
		return this.#sentAt.push(performance.now()) - 1;
	}

	clientIdOf(number: number): string {
		return `${this.#run}-0000-4000-8000-${number.toString(16).padStart(NUMBER_DIGITS, '0')}`;
	}

	/** @param id given by the server */
	recordAcknowledgement(number: number, id: number): void {
		if (number < this.#firstNumber) return;
		this.#acknowledged.push(performance.now() - (this.#sentAt[number] ?? 0));
		if (number % LOOKUP_INTERVAL === 0) this.#lookups.push(this.#lookUp(number, id));
	}

	recordRefusal(): void {
		this.#refused += 1;
	}

	/** @param packet with the client id of a message, if it belongs to this run */
	recordArrival(receiver: object, packet: string): void {
		const clientIdStart = packet.indexOf(this.#run);
		if (clientIdStart < 0) return;
		const start = clientIdStart + NUMBER_OFFSET;
		const number = Number.parseInt(packet.slice(start, start + NUMBER_DIGITS), 16);
		// Messages of earlier measurements do not count.
		if (number < this.#firstNumber) return;
		if (this.#senders[number] === receiver) return;
		this.#arrived.push(performance.now() - (this.#sentAt[number] ?? 0));
	}

	/** Waits for messages in flight; nothing more may be sent. */
	async end(): Promise<MessageMeasurements> {
		const perSecond = (this.#acknowledged.length / (performance.now() - this.#beganAt)) * 1000;
		const sent = this.#sentAt.length - this.#firstNumber;
		const isMissing = () => this.#refused + this.#complete() < sent;
		const end = performance.now() + LOST_AFTER_MS;
		while (isMissing() && performance.now() < end) await setTimeout(10);
		await Promise.all(this.#lookups);
		const [acknowledged, arrived] = [this.#acknowledged, this.#arrived];
		const [refused, unstored] = [this.#refused, this.#unstored];
		const lost = sent - refused - this.#complete();
		return { perSecond, acknowledged, arrived, refused, lost, unstored };
	}

	/** Messages that were both acknowledged and received. */
	#complete(): number {
		return Math.min(this.#acknowledged.length, this.#arrived.length);
	}

	async #lookUp(number: number, id: number): Promise<void> {
		if (!(await this.#isStored(id, this.clientIdOf(number)))) this.#unstored += 1;
	}
}
