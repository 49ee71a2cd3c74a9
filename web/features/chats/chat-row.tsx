import { CHAT_MESSAGES } from '#contract/chat-facts.ts';
import type { ChatSummary } from '#contract/conversations.ts';
import { formatMoment } from '#web/lib/format.ts';
import { buyerChatPath, sellerChatPath } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { chatTime } from './chat-time.ts';
import { UnreadBadge } from './unread-badge.tsx';

const STATUS_WORDS = { available: '', sold: ' · Sold', banned: ' · Taken down' } as const;

/** One chat: what it is about, who is on the other side, what was said last. */
export function ChatRow({ chat, isCurrent }: { chat: ChatSummary; isCurrent: boolean }) {
	const { item, other, lastMessage, unread } = chat;

	return (
		<li>
			<Link
				to={chatPathOf(chat)}
				aria-current={isCurrent ? 'page' : undefined}
				className="grid grid-cols-[3.625rem_minmax(0,1fr)_auto] items-center gap-x-3 rounded-card px-2 py-2.5 hover:bg-sunken aria-[current=page]:bg-accent-wash"
			>
				<span className="block aspect-4/3 overflow-hidden rounded-field bg-sunken">
					<Picture photo={item.photo ?? undefined} alt="" sizes="58px" />
				</span>
				<span className="min-w-0">
					<span className="block truncate font-semibold">{item.title}</span>
					<span className="block truncate text-xs text-ink-soft">
						<bdi>{other.userName}</bdi>
						{STATUS_WORDS[item.status]}
					</span>
					<span
						className={`block truncate text-xs ${unread > 0 ? 'font-semibold' : 'text-ink-soft'}`}
					>
						{lastMessage.isOwn && `${CHAT_MESSAGES.own}: `}
						{lastMessage.text}
					</span>
				</span>
				<span className="grid min-h-12 content-start justify-items-end gap-1.5">
					<time
						dateTime={lastMessage.createdAt}
						title={formatMoment(lastMessage.createdAt)}
						className="text-xs text-ink-soft tabular-nums"
					>
						{chatTime(lastMessage.createdAt)}
					</time>
					<UnreadBadge count={unread} />
				</span>
			</Link>
		</li>
	);
}

function chatPathOf({ role, item, other }: ChatSummary): string {
	return role === 'seller' ? sellerChatPath(item.id, other.id) : buyerChatPath(other.id, item.id);
}
