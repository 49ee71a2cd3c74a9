import { MessagesSquare } from 'lucide-react';
import { ChatList } from './chat-list.tsx';

/** All chats of the user, each a link to its own page. On wide screens a hint beside the list says to choose one. */
export function ChatsPage() {
	return (
		<div className="wrap wide:grid wide:grid-cols-[20.5rem_minmax(0,1fr)]">
			<div className="min-w-0 py-6 wide:sticky wide:top-[3.8125rem] wide:h-[calc(100dvh-3.8125rem)] wide:overflow-y-auto wide:border-r wide:border-line wide:px-4 wide:-ml-4">
				<ChatList />
			</div>
			<div className="hidden content-center justify-items-center gap-3 p-8 text-center text-ink-soft wide:grid">
				<MessagesSquare aria-hidden="true" className="size-10" />
				<p>Choose a chat to read it here.</p>
			</div>
		</div>
	);
}
