import { setTimeout } from 'node:timers/promises';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import { formatRoomId, type Room } from '#contract/chat/room-id.ts';
import type { Pair } from './chat-pairs.ts';
import { type IsStored, type MessageMeasurements, MessageRecorder } from './message-recorder.ts';
import { connectSocket } from './socket-client.ts';

const MESSAGE = 'Is it still there? I could come by after the lecture.';
/** Rooms that are joined at the same time. */
const JOIN_BATCH_SIZE = 25;
/** The packet id of the request to join; messages are numbered from 1. */
const JOIN_PACKET = 0;

interface Options {
	address: string;
	pairs: readonly Pair[];
	isStored: IsStored;
}

/** Connects both people of every pair to their room. */
export async function openChatLoad({ address, pairs, isStored }: Options) {
	const recorder = new MessageRecorder(isStored);
	const members: ConnectedMember[] = [];
	for (let first = 0; first < pairs.length; first += JOIN_BATCH_SIZE) {
		const joining = pairs.slice(first, first + JOIN_BATCH_SIZE);
		const joins = joining.flatMap(({ room, members: people }) =>
			people.map(({ token }) => join({ address, token, room }, recorder)),
		);
		members.push(...(await Promise.all(joins)));
	}

	return {
		/** Every member sends the next message as soon as the previous one is acknowledged. */
		async sendOneAtATime(seconds: number): Promise<MessageMeasurements> {
			recorder.begin();
			for (const member of members) member.startSending();
			await setTimeout(seconds * 1000);
			for (const member of members) member.stopSending();
			return recorder.end();
		},
		/** Sends at a fixed rate, whether or not earlier messages are acknowledged. */
		async sendAtRate(perSecond: number, seconds: number): Promise<MessageMeasurements> {
			recorder.begin();
			const start = performance.now();
			const total = Math.round(perSecond * seconds);
			for (let sent = 0; sent < total; await setTimeout(1)) {
				const due = Math.min(total, ((performance.now() - start) / 1000) * perSecond);
				for (; sent < due; sent++) members[sent % members.length]?.send();
			}
			return recorder.end();
		},
		close(): void {
			for (const member of members) member.close();
		},
	};
}

interface ConnectedMember {
	send: () => void;
	startSending: () => void;
	stopSending: () => void;
	close: () => void;
}

interface Join {
	address: string;
	token: string;
	room: Room;
}

async function join(
	{ address, token, room }: Join,
	recorder: MessageRecorder,
): Promise<ConnectedMember> {
	/** Tells the recorder which messages this member has sent: they do not count as arrivals here. */
	const sender = {};
	const roomId = formatRoomId(room);
	const joined = Promise.withResolvers<void>();
	let isSending = false;

	/** An event is `42[…]`; an acknowledgement is `43`, the number of the packet it answers, and `[…]`. */
	function handlePacket(packet: string): void {
		if (packet.startsWith('42["receive-message"')) recorder.recordArrival(sender, packet);
		else if (packet.startsWith('43')) handleAcknowledgement(packet);
	}

	function handleAcknowledgement(packet: string): void {
		const start = packet.indexOf('[');
		const number = Number(packet.slice(2, start));
		const [acknowledgement] = JSON.parse(packet.slice(start));
		if (number === JOIN_PACKET) {
			if (acknowledgement.success) joined.resolve();
			else joined.reject(new Error(acknowledgement.message));
			return;
		}
		if (acknowledgement.success) recorder.recordAcknowledgement(number, acknowledgement.id);
		else recorder.recordRefusal();
		if (isSending) send();
	}

	const client = await connectSocket(address, token, handlePacket);

	function send(): void {
		const number = recorder.recordSend(sender);
		const clientId = recorder.clientIdOf(number);
		const payload = `{"roomId":"${roomId}","message":"${MESSAGE}","clientId":"${clientId}"}`;
		client.send(`42${number}["${CHAT_EVENTS.sendMessage}",${payload}]`);
	}

	// The server knows from the item who is the seller, whatever is sent here.
	const request = JSON.stringify([CHAT_EVENTS.joinRoom, { ...room, userType: 'buyer' }]);
	client.send(`42${JOIN_PACKET}${request}`);
	await joined.promise;
	return {
		send,
		startSending() {
			isSending = true;
			send();
		},
		stopSending() {
			isSending = false;
		},
		close: client.close,
	};
}
