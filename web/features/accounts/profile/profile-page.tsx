import { useQuery } from '@tanstack/react-query';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ItemGridSkeleton } from '#web/features/items/listing/item-grid.tsx';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MyUploads } from './my-uploads.tsx';
import { ProfileCard } from './profile-card.tsx';
import { profileQuery } from './queries.ts';

const NO_CONNECTION = 'There is no connection right now.';
const LAYOUT = 'wrap grid gap-6 py-6';

export function ProfilePage() {
	const { userId } = useSession();
	const { data, error, refetch } = useQuery(profileQuery(userId));

	if (data) {
		const kept = data.items.filter(({ status }) => status !== 'removed');
		const sold = kept.filter(({ status }) => status === 'sold').length;
		return (
			<div className={LAYOUT}>
				<ProfileCard profile={data.profile} uploads={kept.length} sold={sold} />
				<MyUploads ownerId={data.profile.id} items={data.items} />
			</div>
		);
	}
	if (error) {
		return (
			<ErrorState
				isPage
				error={error}
				message={errorMessageFor(error, REQUEST_ERRORS.failed.message, NO_CONNECTION)}
				onRetry={() => void refetch()}
			>
				<ButtonLink to={categoryPath()}>See what is on sale</ButtonLink>
			</ErrorState>
		);
	}
	return (
		<div className={LAYOUT}>
			<Skeleton className="h-36 rounded-card tablet:h-20" />
			<ItemGridSkeleton cards={4} />
		</div>
	);
}
