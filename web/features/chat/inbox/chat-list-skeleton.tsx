import { Skeleton } from '#web/ui/skeleton.tsx';

const ROWS = 5;

/** Enough placeholder rows to fill a phone's screen, each as high as a chat. */
export function ChatListSkeleton() {
	return (
		<div role="status" className="grid gap-0.5">
			<span className="sr-only">Loading your chats…</span>
			{[...Array(ROWS).keys()].map((row) => (
				<div key={row} className="grid grid-cols-[3.625rem_1fr] items-center gap-x-3 px-2 py-2.5">
					<Skeleton className="aspect-4/3" />
					<div className="grid gap-1.5">
						<Skeleton className="h-5 w-3/5" />
						<Skeleton className="h-3.5 w-2/5" />
						<Skeleton className="h-3.5 w-4/5" />
					</div>
				</div>
			))}
		</div>
	);
}
