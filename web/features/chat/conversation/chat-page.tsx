import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { isolated } from '#contract/core/format.ts';
import { LARGEST_ID } from '#contract/core/schemas.ts';
import { toKnownChat } from '#web/features/chat/engine/known-chat.ts';
import { permanentErrorOf } from '#web/features/chat/engine/permanent-error.ts';
import { ChatList } from '#web/features/chat/inbox/chat-list.tsx';
import { findListedChat } from '#web/features/chat/inbox/find-listed-chat.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { availableBuyersPath } from '#web/lib/paths.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';
import { useSession } from '#web/lib/session/session.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { useIsOnline } from '#web/ui/use-is-online.ts';
import { useIsWide } from '#web/ui/use-is-wide.ts';
import { ChatPane } from './chat-pane.tsx';
import { Connecting } from './connecting.tsx';
import { ConnectionError } from './connection-error.tsx';
import { EmptyPane } from './empty-pane.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { openChatQuery } from './queries.ts';
import { UnavailableChat } from './unavailable-chat.tsx';
import { useViewportHeight } from './use-viewport-height.ts';

/**
 * The page of a chat. Its address contains the ids of an item and a person in either order. On wide
 * screens the list of chats is beside the chat.
 */
export function ChatPage() {
	const { first = '', second = '' } = useParams();
	const { userId } = useSession();
	const isWide = useIsWide();
	const isValidAddress = isId(first) && isId(second);
	const { data: chat, error } = useQuery({
		...openChatQuery(first, second),
		enabled: isValidAddress,
	});
	const knownChat = toKnownChat(chat, findListedChat(useQueryClient(), first, second));
	useViewportHeight();

	if (chat?.role === 'seller' && !chat.other) {
		return <Navigate to={availableBuyersPath(chat.item.id)} replace />;
	}
	const permanentError = isValidAddress ? permanentErrorOf(error) : CHAT_ERRORS.missingParameters;
	const { heading } = CHAT_MESSAGES;

	return (
		<div className="chat-screen wrap grid grid-rows-[minmax(0,1fr)] max-tablet:px-0 wide:grid-cols-[20.5rem_minmax(0,1fr)]">
			<PageHeading
				title={knownChat ? `${heading} · ${isolated(knownChat.other.userName)}` : heading}
				className="sr-only"
			>
				{heading}
			</PageHeading>
			{isWide && (
				<div className="relative -ml-4 min-w-0 overflow-y-auto border-r border-line px-4 py-6">
					<ChatList
						selection={{ chat: knownChat, isOpening: !knownChat && !permanentError && !error }}
					/>
				</div>
			)}
			{knownChat && userId !== undefined ? (
				<ChatPane
					key={knownChat.roomId}
					chat={knownChat}
					userId={userId}
					addressIds={[first, second]}
					error={permanentError}
				/>
			) : (
				<EmptyPane>
					{permanentError ? (
						<UnavailableChat error={permanentError} />
					) : (
						<OpeningChat error={error} />
					)}
				</EmptyPane>
			)}
		</div>
	);
}

/** The chat is loading, or loading has failed for a reason that may pass. */
function OpeningChat({ error }: { error: Error | null }) {
	const isOnline = useIsOnline();
	if (!isOnline) return <OfflineNotice />;
	return error ? <ConnectionError message={failureMessage(error)} attempts={0} /> : <Connecting />;
}

/**
 * The error text. The chat page has its own texts for a missing session, and for an error without a message
 * from the server.
 */
function failureMessage(error: Error): string {
	if (error instanceof ApiError && error.status === 401) {
		return readCredentials() ? CHAT_ERRORS.signIn.message : CHAT_MESSAGES.noToken;
	}
	return errorMessageFor(error, CHAT_MESSAGES.noContext, CHAT_MESSAGES.noContext);
}

/** Whether the text can be an id. Any other text is not sent to the server. */
function isId(text: string): boolean {
	return /^[1-9]\d*$/.test(text) && Number(text) <= LARGEST_ID;
}
