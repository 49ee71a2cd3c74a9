import { ChevronLeft } from 'lucide-react';
import { PAGES } from '#contract/core/pages.ts';
import { RETURN_STATE } from '#web/features/chat/inbox/chat-side.ts';
import { Link } from '#web/ui/link.tsx';

/** A link back to the list of chats, on screens too narrow to show both. */
export function BackLink() {
	return (
		<Link
			to={PAGES.chats}
			state={RETURN_STATE}
			aria-label="Back to my chats"
			className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken wide:hidden"
		>
			<ChevronLeft aria-hidden="true" className="size-6" />
		</Link>
	);
}
