import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert, X } from 'lucide-react';
import type { Notices } from '#contract/notices.ts';
import { PAGES } from '#contract/pages.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { keepFocusAbove } from '#web/ui/keep-focus-above.ts';
import { Link } from '#web/ui/link.tsx';

type Announcement = NonNullable<Notices['announcement']>;

/** Icon, its colour and ground, and the word for those who see neither. */
const LOOKS: Record<Announcement['type'], [LucideIcon, string, string, string]> = {
	info: [Info, 'text-link', 'bg-surface', 'Announcement'],
	warning: [TriangleAlert, 'text-ink', 'bg-accent-wash', 'Warning'],
	success: [CircleCheck, 'text-good', 'bg-surface', 'Good news'],
	error: [OctagonAlert, 'text-bad', 'bg-bad-wash', 'Problem'],
};

/** More is read in the notification centre: a banner leaves the page in sight. */
const LONG = 160;

/** Where toasts appear, which come and go over it. */
const FLOATING =
	'fixed inset-x-0 bottom-[calc(5.5rem+env(safe-area-inset-bottom))] z-10 tablet:bottom-6';

interface AnnouncementBannerProps {
	announcement: Announcement | null;
	/** Lies over the lower end of the page, which stands there already: nothing of it moves, and its heading stays in sight. */
	isFloating: boolean;
	onDismiss: (id: number) => void;
}

/** The live region stands from the start: one that arrives with its text is not read. */
export function AnnouncementBanner(props: AnnouncementBannerProps) {
	const { announcement, isFloating, onDismiss } = props;

	return (
		<div role="status">
			{announcement && (
				<div
					ref={isFloating ? keepFocusAbove : null}
					className={`wrap ${isFloating ? FLOATING : 'pt-2'}`}
				>
					<Banner {...props} announcement={announcement} onDismiss={onDismiss} />
				</div>
			)}
		</div>
	);
}

function Banner({
	announcement,
	isFloating,
	onDismiss,
}: AnnouncementBannerProps & { announcement: Announcement }) {
	const { id, title, message, type } = announcement;
	const [Icon, colour, ground, word] = LOOKS[type];

	function handleDismiss() {
		// The button goes away: the next Tab goes on in the page.
		document.querySelector('main')?.focus({ preventScroll: true });
		onDismiss(id);
	}

	return (
		<section
			aria-label={word}
			className={`relative grid gap-1 rounded-card border border-line px-4 py-3 text-sm wrap-anywhere shadow-float ${ground}`}
		>
			<h2 className="flex items-start gap-2.5 pr-9 text-base">
				<Icon aria-hidden="true" className={`size-5 shrink-0 ${colour}`} />
				<span className="min-w-0">{title}</span>
			</h2>
			<p className={isFloating ? 'line-clamp-1 tablet:line-clamp-3' : 'line-clamp-3'}>{message}</p>
			{message.length > LONG && (
				<Link
					to={PAGES.notifications}
					className="-mb-2 flex min-h-11 items-center justify-self-start font-semibold text-link"
				>
					Read it all
				</Link>
			)}
			<IconButton
				label={`Dismiss: ${title}`}
				icon={<X aria-hidden="true" className="size-5" />}
				onClick={handleDismiss}
				className="absolute top-0.5 right-0.5"
			/>
		</section>
	);
}
