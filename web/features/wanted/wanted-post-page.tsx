import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isolated } from '#contract/core/format.ts';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES, WANTED_STATUS_LABELS } from '#contract/wanted/facts.ts';
import type { WantedDetails } from '#contract/wanted/schemas.ts';
import { errorMessageFor, isNotFound } from '#web/lib/api/api-error.ts';
import { formatDay } from '#web/lib/format.ts';
import { personPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { VerifiedBadge } from '#web/ui/verified-badge.tsx';
import { OwnerPanel } from './owner-panel.tsx';
import { wantedQuery } from './queries.ts';
import { SellerPanel } from './seller-panel.tsx';
import { answersLabel } from './wanted-card.tsx';
import { WantedFacts } from './wanted-facts.tsx';

/** One wanted post, with the actions of its asker or of a seller. */
export function WantedPostPage() {
	const { id = '' } = useParams();
	const { userId } = useSession();
	const { data: post, error, refetch } = useQuery(wantedQuery(id, userId));

	// Cached data is dropped when the server answers that the post no longer exists or is not public. Other errors keep
	// it.
	if (post && !isNotFound(error)) return <Post post={post} isOwn={post.User.id === userId} />;
	if (isNotFound(error)) return <PostNotFound error={error} />;
	if (error) {
		const { failed, noConnection } = WANTED_MESSAGES;
		return (
			<ErrorState
				error={error}
				isPage
				message={errorMessageFor(error, failed, noConnection)}
				onRetry={() => void refetch()}
			>
				<ButtonLink to={PAGES.wanted}>See what is wanted</ButtonLink>
			</ErrorState>
		);
	}
	return (
		<div role="status" className="wrap grid max-w-3xl gap-4 py-8">
			<span className="sr-only">Loading the post…</span>
			<Skeleton className="h-9 w-3/4" />
			<Skeleton className="h-6 w-1/2" />
			<Skeleton className="h-24" />
		</div>
	);
}

function PostNotFound({ error }: { error: Error }) {
	return (
		<div className="wrap py-16">
			<NotFound
				tone="bad"
				heading={error.message || WANTED_ERRORS.notFound.message}
				actions={
					<ButtonLink variant="main" to={PAGES.wanted}>
						See what is wanted
					</ButtonLink>
				}
			>
				It may be found by now, or the address is wrong.
			</NotFound>
		</div>
	);
}

function Post({ post, isOwn }: { post: WantedDetails; isOwn: boolean }) {
	return (
		<div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 tablet:px-7">
			<div className="grid gap-3">
				<Link
					to={PAGES.wanted}
					className="inline-flex min-h-11 items-center justify-self-start text-sm font-semibold text-link"
				>
					{PAGE_TABLE.wanted.label}
				</Link>
				<PageHeading
					title={`${PAGE_TABLE.wanted.label}: ${isolated(post.title)}`}
					className="wrap-anywhere"
				>
					{post.title}
				</PageHeading>
				<WantedFacts post={post} />
				{post.note && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{post.note}</p>}
				<Asker post={post} />
			</div>
			{isOwn ? <OwnerPanel post={post} /> : <SellerPanel post={post} />}
		</div>
	);
}

function Asker({ post }: { post: WantedDetails }) {
	const { User: asker, status } = post;
	const ending = status === undefined || status === 'live' ? 'Until' : 'Ended';
	return (
		<div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
			<Link
				to={personPath(asker.id)}
				className="inline-flex min-h-11 items-center gap-2 font-semibold text-ink"
			>
				<Avatar name={asker.userName} pictureUrl={asker.profilePicUrl} className="size-9 text-sm" />
				<span className="wrap-anywhere">{asker.userName}</span>
			</Link>
			{asker.isVerified && <VerifiedBadge />}
			<span>
				<TimeAgo iso={post.createdAt} />
			</span>
			{status && status !== 'live' && status !== 'expired' ? (
				<span className="font-semibold text-ink">{WANTED_STATUS_LABELS[status]}</span>
			) : (
				<span>{`${ending} ${formatDay(post.expiresAt)}`}</span>
			)}
			{post.answers > 0 && <span>{answersLabel(post.answers)}</span>}
		</div>
	);
}
