import type { FastifyBaseLogger } from 'fastify';
import type { DefaultEventsMap, Namespace } from 'socket.io';
import * as z from 'zod/mini';
import { OFFICE_EVENTS, OFFICE_NAMESPACE, type OfficeNews } from '#contract/admin/events.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { handshake } from '#contract/chat/events.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import type { Duty } from '#contract/core/endpoint.ts';
import type { Bus } from '#server/cluster/bus.ts';
import { asRefusal, isAway, reasonOf } from '#server/db/errors.ts';
import { mayAsk } from './connection-limits.ts';
import type { RefusalLog } from './refusal-log.ts';
import type { LiveIo } from './socket-types.ts';

/** What administrators' pages are told at once, on whatever instance they are connected to. */
export interface Office {
	/**
	 * To all administrators.
	 * @param but the connection of the page that did it, which asks for it anew by itself
	 */
	tell: (news: OfficeNews, but?: string) => void;
	/** To those who are connected to this instance: for what every instance learns by itself. */
	tellHere: (news: OfficeNews) => void;
	/**
	 * Ends all connections of an administrator.
	 * @param but a session that goes on
	 */
	endAdmin: (adminId: number, but?: string) => void;
	endSession: (sessionId: string) => void;
}

interface OfficePerson {
	id: number;
	sessionId: string;
	/** What they must do before they are told anything. */
	duty: Duty | null;
}

export interface OfficeOptions {
	readAdmin: (token: string) => Promise<OfficePerson | null>;
	/** @returns those of these sessions that have neither ended by themselves nor been ended; asking does not prolong them */
	listOpen: (
		sessionIds: readonly string[],
	) => Promise<readonly Pick<OfficePerson, 'sessionId' | 'duty'>[]>;
	bus: Bus;
	refusals: RefusalLog;
	log: FastifyBaseLogger;
}

type OfficeIo = Namespace<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, OfficePerson>;

const adminRoom = (adminId: number) => `admin:${adminId}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;

/** Opens the back-office's place on the realtime server: it is told there what has changed, and says nothing. */
export function openOffice(io: LiveIo, options: OfficeOptions): Office {
	const { readAdmin, listOpen, bus, refusals, log } = options;
	const office = io.of(OFFICE_NAMESPACE) as unknown as OfficeIo;

	/** @returns who may come in; undefined for everybody else */
	async function findAdmissible(socket: {
		handshake: { auth: object };
	}): Promise<OfficePerson | undefined> {
		const { data } = z.safeParse(handshake, socket.handshake.auth);
		const admin = data && (await readAdmin(data.token));
		return admin && !admin.duty ? admin : undefined;
	}

	office.use((socket, next) => {
		const ip = refusals.originOf(socket.conn);
		if (!mayAsk(socket)) {
			refusals.note({ kind: 'too_many', ip });
			return next(new Error(COMMON_MESSAGES.tooMany));
		}
		findAdmissible(socket).then(
			(admin) => {
				if (!admin) {
					refusals.note({ kind: 'unauthenticated', ip });
					return next(new Error(COMMON_MESSAGES.signIn));
				}
				socket.data = admin;
				next();
			},
			(error: unknown) => {
				const refusal = asRefusal(error);
				if (!refusal) log.error({ err: error }, 'a connection of the back-office failed');
				next(new Error(refusal?.message ?? COMMON_MESSAGES.failed));
			},
		);
	});
	office.on('connection', (socket) => {
		const { id, sessionId } = socket.data;
		void socket.join([adminRoom(id), sessionRoom(sessionId)]);
	});

	/** @param rooms at least one: none would be everybody */
	function end(rooms: string | string[], but?: string): void {
		const ended = but === undefined ? office.in(rooms) : office.in(rooms).except(sessionRoom(but));
		ended.emit(OFFICE_EVENTS.ended, ADMIN_SESSION_MESSAGES.ended);
		ended.disconnectSockets(true);
	}

	/**
	 * A page that only listens does not use its session: one that has ended by itself hears nothing more.
	 * @returns the rooms of those who have been given something to do before anything else
	 */
	async function endEnded(): Promise<string[]> {
		const sessionIds = new Set(office.sockets.values().map(({ data }) => data.sessionId));
		if (sessionIds.size === 0) return [];
		const open = await listOpen([...sessionIds]);
		const over = sessionIds.difference(new Set(open.map(({ sessionId }) => sessionId)));
		if (over.size > 0) end([...over].map(sessionRoom));
		return open.flatMap(({ sessionId, duty }) => (duty ? [sessionRoom(sessionId)] : []));
	}

	function tellHere(news: OfficeNews, but: readonly string[] = []): void {
		endEnded().then(
			// News of the settings lead a page to what its administrator has to do, and are all that they hear until then.
			(held) =>
				office.local
					.except([...but, ...(news.what === 'settings' ? [] : held)])
					.emit(OFFICE_EVENTS.changed, news),
			(error: unknown) => {
				if (isAway(error))
					log.warn({ reason: reasonOf(error), ...news }, 'the back-office was not told');
				else log.error({ err: error, ...news }, 'telling the back-office failed');
			},
		);
	}
	bus.hear('office news', ({ but, ...news }) => tellHere(news, but === undefined ? [] : [but]));

	return {
		tell: (news, but) => bus.tell('office news', { ...news, but }),
		tellHere: (news) => tellHere(news),
		endAdmin: (adminId, but) => end(adminRoom(adminId), but),
		endSession: (sessionId) => end(sessionRoom(sessionId)),
	};
}
