import { Clock3 } from 'lucide-react';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import type { UnsentMessage } from '#web/features/chat/engine/messages.ts';
import { describeStep } from '#web/features/deals/cards/describe-step.ts';
import { formatMoment } from '#web/lib/format.ts';
import { buyerChatPath, sellerChatPath } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { BlockedMark } from './blocked-mark.tsx';
import { chatTime } from './chat-time.ts';
import { UnreadBadge } from './unread-badge.tsx';
import { visibleUnsent } from './visible-unsent.ts';
import type { ListedChat } from './with-open-chat.ts';

const STATUS_LABELS = {
	available: '',
	sold: ' · Sold',
	banned: ' · Taken down',
	removed: ' · Off the market',
} as const;

interface ChatRowProps {
	chat: ListedChat;
	/** The user's last unsent message in this chat. */
	unsent: UnsentMessage | undefined;
	isCurrent: boolean;
	/** A moment of today. */
	today: Date;
}

/** One chat in the list: item, other person and last message. For a seller, the buyer's name comes first. */
export function ChatRow({ chat, unsent: lastUnsent, isCurrent, today }: ChatRowProps) {
	const { role, item, other, lastMessage, unread, isBlocked } = chat;
	const person = <bdi>{other.userName}</bdi>;
	const isSelling = role === 'seller';
	const unsent = visibleUnsent(lastUnsent, lastMessage);
	const at = unsent ? new Date(unsent.writtenAt).toISOString() : lastMessage?.createdAt;

	return (
		<li>
			<Link
				to={chatPathOf(chat)}
				aria-current={isCurrent ? 'page' : undefined}
				className="grid grid-cols-[3.625rem_minmax(0,1fr)_auto] items-center gap-x-3 rounded-card px-2 py-2.5 hover:bg-sunken aria-[current=page]:bg-accent-wash"
			>
				<span className="block aspect-4/3 overflow-hidden rounded-field bg-sunken">
					<Picture photo={item.photo ?? undefined} alt="" sizes="58px" isSmall />
				</span>
				<span className="min-w-0">
					<span className="block truncate font-semibold">{isSelling ? person : item.title}</span>
					<span className="flex items-center gap-x-2 text-xs text-ink-soft">
						<span className="truncate">
							{isSelling ? <bdi>{item.title}</bdi> : person}
							<span>{STATUS_LABELS[item.status]}</span>
						</span>
						{isBlocked && <BlockedMark />}
					</span>
					{unsent ? <UnsentText message={unsent} /> : <LastMessageText chat={chat} />}
				</span>
				<span className="grid min-h-12 content-start justify-items-end gap-1.5">
					{at && (
						<time
							dateTime={at}
							title={formatMoment(at)}
							className="text-xs text-ink-soft tabular-nums"
						>
							{chatTime(at, today)}
						</time>
					)}
					<UnreadBadge count={unread} />
				</span>
			</Link>
		</li>
	);
}

function LastMessageText({ chat }: { chat: ListedChat }) {
	const isUnread = chat.unread > 0;
	return (
		<span className={`block truncate text-xs ${isUnread ? 'font-semibold' : 'text-ink-soft'}`}>
			{lastMessageText(chat)}
		</span>
	);
}

/** The last message or step of the deal, as a line of text. */
function lastMessageText({ lastMessage, role, other }: ListedChat): string {
	if (!lastMessage) return CHAT_MESSAGES.noMessages;
	const { event, isOwn, isWithoutWords, text } = lastMessage;
	// The sentence about a step of a deal already names its author.
	if (event) return describeStep(event, { isOwn, role, name: other.userName, text });
	return `${isOwn ? `${CHAT_MESSAGES.own}: ` : ''}${isWithoutWords ? CHAT_MESSAGES.photo : text}`;
}

/** An unsent message: waiting for the connection, or rejected. */
function UnsentText({ message: { text, error } }: { message: UnsentMessage }) {
	const isWaiting = error === undefined;
	return (
		<span
			className={`flex min-w-0 items-center gap-1 text-xs ${isWaiting ? 'text-ink-soft' : 'text-bad'}`}
		>
			{isWaiting && <Clock3 aria-hidden="true" className="size-4 shrink-0" />}
			<span className="truncate">
				{isWaiting ? CHAT_MESSAGES.waitingToSend : CHAT_MESSAGES.rejected}:{' '}
				{text || CHAT_MESSAGES.photo}
			</span>
		</span>
	);
}

function chatPathOf({ role, item, other }: ListedChat): string {
	return role === 'seller' ? sellerChatPath(item.id, other.id) : buyerChatPath(other.id, item.id);
}
