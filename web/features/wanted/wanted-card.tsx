import { useId } from 'react';
import { WANTED_STATUS_LABELS } from '#contract/wanted/facts.ts';
import type { WantedDetails } from '#contract/wanted/schemas.ts';
import { wantedPath } from '#web/lib/wanted-paths.ts';
import { Link } from '#web/ui/link.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { VerifiedBadge } from '#web/ui/verified-badge.tsx';
import { WantedFacts } from './wanted-facts.tsx';

interface WantedCardProps {
	post: WantedDetails;
	/** Whether this is one of the user's own posts. The card then shows the status instead of the asker. */
	isOwn?: boolean;
}

/** A post in a list. The whole card is a link to the post. */
export function WantedCard({ post, isOwn = false }: WantedCardProps) {
	const id = useId();
	return (
		<article
			aria-labelledby={id}
			className="relative grid h-full content-start gap-2 rounded-card border border-line bg-surface p-4 has-[a:focus-visible]:outline-[2.5px] has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-link hover:bg-sunken"
		>
			<h2 id={id} className="font-text text-base font-semibold tracking-normal wrap-anywhere">
				<Link
					to={wantedPath(post.id)}
					className="outline-none after:absolute after:inset-0 after:rounded-card data-followed:after:bg-ink/10"
				>
					{post.title}
				</Link>
			</h2>
			<WantedFacts post={post} />
			{post.note && <p className="line-clamp-2 text-sm wrap-anywhere text-ink-soft">{post.note}</p>}
			<p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-soft">
				{isOwn ? (
					<span className="font-semibold text-ink">
						{WANTED_STATUS_LABELS[post.status ?? 'live']}
					</span>
				) : (
					<span className="wrap-anywhere">{post.User.userName}</span>
				)}
				{!isOwn && post.User.isVerified && <VerifiedBadge />}
				<span>
					<TimeAgo iso={post.createdAt} />
				</span>
				{post.answers > 0 && <span>{answersLabel(post.answers)}</span>}
			</p>
		</article>
	);
}

export function answersLabel(answers: number): string {
	return answers === 1 ? '1 answer' : `${answers} answers`;
}
