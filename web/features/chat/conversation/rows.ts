import {
	type KeptMessage,
	type Standing,
	type Tick,
	tickOf,
	type UnsentMessage,
} from '#web/features/chat/engine/messages.ts';
import { formatDay } from '#web/lib/format.ts';
import { type Caution, cautionsFor } from './scam-warnings.ts';

/** One line of the conversation as it stands on the screen. */
export interface Row {
	key: string;
	text: string;
	/** Who wrote it. */
	userId: number;
	isOwn: boolean;
	/** ISO. */
	at: string;
	/** Stands above the first message of a day. */
	day: string | undefined;
	/** Whether somebody else, or nobody, wrote just before. */
	isFirstOfRun: boolean;
	/** In one group with the row above: the same person wrote both within a minute, and both are sent. */
	isGrouped: boolean;
	/** Shows the time and tick of its group. */
	isLastOfGroup: boolean;
	/** Of one's own messages. */
	tick: Tick | undefined;
	/** One's own, which the other side never gets: it keeps a tick of its own. */
	isUndelivered: boolean;
	unsent: UnsentMessage | undefined;
	/** Stand below it, once per run. */
	cautions: readonly Caution[];
}

interface Conversation {
	messages: readonly KeptMessage[];
	unsent: readonly UnsentMessage[];
	standing: Standing;
}

const DAY_MS = 86_400_000;
/** From the first message of a group to its last. */
const GROUP_MS = 60_000;

/** The conversation as `userId` sees it, what was not sent yet last. */
export function rowsOf(
	{ messages, unsent, standing }: Conversation,
	userId: number,
	now = new Date(),
): readonly Row[] {
	const written = [
		...messages.map((message) => keptRow(message, userId, standing)),
		...unsent.map((message) => unsentRow(message, userId)),
	];
	let said = new Set<Caution>();
	let before: Bare | undefined;
	const rows = written.map((row) => {
		const isNewDay = !before || formatDay(before.at) !== formatDay(row.at);
		const isFirstOfRun = isNewDay || before?.userId !== row.userId;
		if (isFirstOfRun) said = new Set();
		const cautions = row.isOwn ? [] : cautionsFor(row.text).filter((caution) => !said.has(caution));
		for (const caution of cautions) said.add(caution);
		before = row;
		return { ...row, day: isNewDay ? dayLabel(row.at, now) : undefined, isFirstOfRun, cautions };
	});
	return withGroups(rows);
}

type Bare = Omit<Row, 'day' | 'isFirstOfRun' | 'cautions' | 'isGrouped' | 'isLastOfGroup'>;

/** Messages of one run belong together within a minute of the first, where one tick is true of all; one that is not sent stays alone. */
function withGroups(rows: readonly Omit<Row, 'isGrouped' | 'isLastOfGroup'>[]): readonly Row[] {
	let groupFrom = 0;
	const grouped = rows.map((row, index) => {
		const above = rows[index - 1];
		const isSent = !row.unsent && !above?.unsent && row.isUndelivered === above?.isUndelivered;
		const isGrouped = !row.isFirstOfRun && isSent && Date.parse(row.at) - groupFrom < GROUP_MS;
		if (!isGrouped) groupFrom = Date.parse(row.at);
		return { ...row, isGrouped };
	});
	return grouped.map((row, index) => ({ ...row, isLastOfGroup: !grouped[index + 1]?.isGrouped }));
}

function keptRow(message: KeptMessage, userId: number, standing: Standing): Bare {
	const isOwn = message.userId === userId;
	return {
		key: message.clientId ?? String(message.id),
		text: message.message,
		userId: message.userId,
		isOwn,
		at: message.createdAt,
		tick: isOwn ? tickOf(message, standing) : undefined,
		isUndelivered: standing.undeliveredIds?.includes(message.id) ?? false,
		unsent: undefined,
	};
}

function unsentRow(unsent: UnsentMessage, userId: number): Bare {
	return {
		key: unsent.clientId,
		text: unsent.text,
		userId,
		isOwn: true,
		at: new Date(unsent.writtenAt).toISOString(),
		tick: unsent.refusal === undefined ? 'sending' : undefined,
		isUndelivered: false,
		unsent,
	};
}

/** 'Today', 'Yesterday', else the date, by the college's clocks. */
function dayLabel(iso: string, now: Date): string {
	const day = formatDay(iso);
	if (day === formatDay(now.toISOString())) return 'Today';
	const before = new Date(now.getTime() - DAY_MS).toISOString();
	return day === formatDay(before) ? 'Yesterday' : day;
}
