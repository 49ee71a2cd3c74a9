import { Flag } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { WantedDetails } from '#contract/wanted/schemas.ts';
import { loginPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { wantedPath } from '#web/lib/wanted-paths.ts';
import { Button } from '#web/ui/button.tsx';
import { useLazyOnPress } from '#web/ui/use-lazy-on-press.ts';

/** The actions of other users on a post: to offer an item, or to report the post. Visitors must sign in first. */
export function SellerPanel({ post }: { post: WantedDetails }) {
	const { hasToken } = useSession();
	const navigate = useNavigate();
	const answering = useLazyOnPress(async () => (await import('./answer-dialog.tsx')).AnswerDialog);
	const reporting = useLazyOnPress(
		async () =>
			(await import('#web/features/reports/content-report-dialog.tsx')).ContentReportDialog,
	);
	const [opened, setOpened] = useState<'answer' | 'report'>();
	const close = () => setOpened(undefined);

	async function open(which: 'answer' | 'report', load: () => Promise<boolean>) {
		if (!hasToken) return void navigate(loginPath(wantedPath(post.id)));
		if (await load()) setOpened(which);
	}

	return (
		<div className="flex flex-wrap items-center justify-between gap-3">
			<Button
				variant="main"
				busy={answering.isLoading}
				onClick={() => void open('answer', answering.loadPart)}
			>
				I have this
			</Button>
			<Button
				variant="quiet"
				size="small"
				busy={reporting.isLoading}
				className="text-ink-soft"
				onClick={() => void open('report', reporting.loadPart)}
			>
				<Flag aria-hidden="true" className="size-4.5" />
				Report Post
			</Button>
			{answering.Part && <answering.Part open={opened === 'answer'} post={post} onClose={close} />}
			{reporting.Part && (
				<reporting.Part
					open={opened === 'report'}
					onClose={close}
					kind="wanted"
					id={post.id}
					name={post.title}
				/>
			)}
		</div>
	);
}
