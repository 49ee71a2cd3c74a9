import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { LARGEST_ID } from '#contract/core/common.ts';
import { toKnownChat } from '#web/features/chat/engine/known-chat.ts';
import { permanentErrorOf } from '#web/features/chat/engine/permanent-error.ts';
import { ChatList } from '#web/features/chat/inbox/chat-list.tsx';
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
import { useListedChat } from './use-listed-chat.ts';
import { useViewportHeight } from './use-viewport-height.ts';

/** A chat, whatever the order of the two numbers in its address (spec 1 §2); on wide screens beside the others. */
export function ChatPage() {
	const { first = '', second = '' } = useParams();
	const { userId } = useSession();
	const isWide = useIsWide();
	const isValidAddress = isId(first) && isId(second);
	const { data: chat, error } = useQuery({
		...openChatQuery(first, second),
		enabled: isValidAddress,
	});
	const listedChat = useListedChat([first, second], error !== null && !permanentErrorOf(error));
	const knownChat = toKnownChat(chat, listedChat);
	useViewportHeight();

	if (chat?.role === 'seller' && !chat.other) {
		return <Navigate to={availableBuyersPath(chat.item.id)} replace />;
	}
	const refusal = isValidAddress
		? permanentErrorOf(error)
		: { message: CHAT_MESSAGES.missingParameters };
	const { heading } = CHAT_MESSAGES;

	return (
		<div className="chat-screen wrap grid grid-rows-[minmax(0,1fr)] max-tablet:px-0 wide:grid-cols-[20.5rem_minmax(0,1fr)]">
			<PageHeading
				title={knownChat ? `${heading} · ${knownChat.other.userName}` : heading}
				className="sr-only"
			>
				{heading}
			</PageHeading>
			{isWide && (
				<div className="-ml-4 min-w-0 overflow-y-auto border-r border-line px-4 py-6">
					<ChatList selection={{ chat: knownChat, isOpening: !knownChat && !refusal && !error }} />
				</div>
			)}
			{knownChat && userId !== undefined ? (
				<ChatPane
					key={knownChat.roomId}
					chat={knownChat}
					userId={userId}
					addressIds={[first, second]}
					refusal={refusal}
				/>
			) : (
				<EmptyPane>
					{refusal ? <UnavailableChat refusal={refusal} /> : <OpeningChat error={error} />}
				</EmptyPane>
			)}
		</div>
	);
}

/** The chat is being asked for, or could not be for now. */
function OpeningChat({ error }: { error: Error | null }) {
	const isOnline = useIsOnline();
	if (!isOnline) return <OfflineNotice />;
	return error ? <ConnectionError message={failureMessage(error)} attempts={0} /> : <Connecting />;
}

/** The panel's own texts (spec 1 §8), where the server has no better one. */
function failureMessage(error: Error): string {
	if (error instanceof ApiError && error.status === 401) {
		return readCredentials() ? CHAT_MESSAGES.signIn : CHAT_MESSAGES.noToken;
	}
	return errorMessageFor(error, CHAT_MESSAGES.noContext, CHAT_MESSAGES.noContext);
}

/** An address with other numbers can name no chat: the server need not be asked. */
function isId(text: string): boolean {
	return /^[1-9]\d*$/.test(text) && Number(text) <= LARGEST_ID;
}
