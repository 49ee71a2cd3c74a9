import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** What has not come by then is lost. */
const LOST_AFTER_MS = 10_000;
/** One in so many is looked up where it should be stored, as soon as it is acknowledged. */
const LOOKED_UP = 251;
/** Where a message's number stands behind the number of the run, in the id that its sender makes. */
const NUMBER_AT = '01234567-0000-4000-8000-'.length;
const NUMBER_DIGITS = 12;

/** What came of a while of talking. */
export interface Talk {
	/** Acknowledged messages a second. */
	perSecond: number;
	/** Milliseconds from sending to the acknowledgement, of each message. */
	acknowledged: number[];
	/** From sending to the other side. */
	arrived: number[];
	/** Refused in words. */
	refused: number;
	/** Sent, not refused, and never acknowledged or never on the other side. */
	lost: number;
	/** Of those that were looked up, acknowledged before they were stored. */
	unstored: number;
}

/** Whether a message stands in the database, by the server's id of it and the sender's. */
export type IsStored = (id: number, clientId: string) => Promise<boolean>;

/** Notes what is sent, acknowledged and heard, with as little work as can be for each message. */
export class Tally {
	/** In all ids of this run, and in nothing else that is said. */
	readonly #run = randomInt(2 ** 32)
		.toString(16)
		.padStart(8, '0');
	readonly #isStored: IsStored;
	/** By the number of a message. */
	readonly #sentAt: number[] = [0];
	readonly #senders: object[] = [{}];
	#began = 0;
	#firstNumber = 1;
	#acknowledged: number[] = [];
	#arrived: number[] = [];
	#refused = 0;
	#unstored = 0;
	#lookUps: Promise<void>[] = [];

	constructor(isStored: IsStored) {
		this.#isStored = isStored;
	}

	begin(): void {
		this.#began = performance.now();
		this.#firstNumber = this.#sentAt.length;
		this.#acknowledged = [];
		this.#arrived = [];
		this.#refused = 0;
		this.#unstored = 0;
		this.#lookUps = [];
	}

	/** @returns the number of a message that is sent now */
	send(sender: object): number {
		this.#senders.push(sender);
		return this.#sentAt.push(performance.now()) - 1;
	}

	idOf(number: number): string {
		return `${this.#run}-0000-4000-8000-${number.toString(16).padStart(NUMBER_DIGITS, '0')}`;
	}

	/** @param id that the server has given it */
	acknowledge(number: number, id: number): void {
		this.#acknowledged.push(performance.now() - (this.#sentAt[number] ?? 0));
		if (number % LOOKED_UP === 0) this.#lookUps.push(this.#lookUp(number, id));
	}

	refuse(): void {
		this.#refused += 1;
	}

	/** @param words in which the id of a message stands, if they are of this run */
	hear(hearer: object, words: string): void {
		const at = words.indexOf(this.#run);
		if (at < 0) return;
		const start = at + NUMBER_AT;
		const number = Number.parseInt(words.slice(start, start + NUMBER_DIGITS), 16);
		if (this.#senders[number] === hearer) return;
		this.#arrived.push(performance.now() - (this.#sentAt[number] ?? 0));
	}

	/** Waits for what is under way; nothing more may be sent. */
	async end(): Promise<Talk> {
		const perSecond = (this.#acknowledged.length / (performance.now() - this.#began)) * 1000;
		const sent = this.#sentAt.length - this.#firstNumber;
		const isMissing = () => this.#refused + this.#lesser() < sent;
		const end = performance.now() + LOST_AFTER_MS;
		while (isMissing() && performance.now() < end) await setTimeout(10);
		await Promise.all(this.#lookUps);
		const [acknowledged, arrived] = [this.#acknowledged, this.#arrived];
		const [refused, unstored] = [this.#refused, this.#unstored];
		const lost = sent - refused - this.#lesser();
		return { perSecond, acknowledged, arrived, refused, lost, unstored };
	}

	#lesser(): number {
		return Math.min(this.#acknowledged.length, this.#arrived.length);
	}

	async #lookUp(number: number, id: number): Promise<void> {
		if (!(await this.#isStored(id, this.idOf(number)))) this.#unstored += 1;
	}
}
