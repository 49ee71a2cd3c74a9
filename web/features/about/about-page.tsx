import { Feather, GraduationCap, HandHeart, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import type { TeamMember } from '#contract/core/team.ts';
import { actionPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { site } from '#web/lib/site.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { ContactBlock } from './contact-block.tsx';

const VALUES: readonly { title: string; text: string; Icon: LucideIcon }[] = [
	{
		title: 'Community First',
		text: 'Sellers and buyers share a campus. We meet in the open, say what is broken, and keep our word.',
		Icon: HandHeart,
	},
	{
		title: 'Simple Solutions',
		text: 'A photo, a price, a chat. No fees, no couriers, no advertisements.',
		Icon: Feather,
	},
	{
		title: 'Student-Led',
		text: 'Made and looked after by students, who need a drafter or a kettle as much as you do.',
		Icon: GraduationCap,
	},
];

export function AboutPage() {
	const { hasToken } = useSession();

	return (
		<div className="wrap grid gap-12 py-8 wide:py-12">
			<div className="grid gap-x-14 gap-y-6 wide:grid-cols-2 wide:items-end">
				<PageHeading title={PAGE_TABLE.about.label} className="text-balance">
					About {site.name}
				</PageHeading>
				<div className="flex flex-wrap gap-2.5 wide:justify-end">
					<ButtonLink variant="main" to={PAGES.home}>
						Explore Products
					</ButtonLink>
					<ButtonLink to={actionPath(PAGES.post, hasToken)}>Start Selling</ButtonLink>
				</div>
				<Story />
			</div>
			<Values />
			<div className="grid gap-12 wide:grid-cols-2">
				<Team />
				<ContactBlock />
			</div>
		</div>
	);
}

function Story() {
	return (
		<section
			aria-label="Our story"
			className="grid gap-4 text-lg wide:col-span-full wide:max-w-prose"
		>
			<p>
				Every June, good things were thrown away at {site.college}: drafters used for two semesters,
				question papers sorted by year, kettles, cycles, whole shelves of books. Every August,
				newcomers bought the same things new.
			</p>
			<p>
				{site.name} is the notice board in between. What a senior has outgrown, a junior finds, in
				the same hostel and at a fair price. It costs nothing to use, and nobody has to pack a
				parcel: you chat, you meet, you look, you pay.
			</p>
		</section>
	);
}

function Values() {
	const id = useId();

	return (
		<section aria-labelledby={id} className="grid gap-4">
			<h2 id={id} className="text-2xl">
				What we care about
			</h2>
			<ul className="grid gap-4 tablet:grid-cols-3">
				{VALUES.map(({ title, text, Icon }) => (
					<li
						key={title}
						className="grid content-start gap-2 rounded-card border border-line bg-surface p-5"
					>
						<span className="grid size-11 place-items-center rounded-full bg-accent-wash">
							<Icon aria-hidden="true" className="size-5.5" />
						</span>
						<h3 className="text-lg">{title}</h3>
						<p className="wrap-anywhere text-ink-soft">{text}</p>
					</li>
				))}
			</ul>
		</section>
	);
}

function Team() {
	const id = useId();

	return (
		<section aria-labelledby={id} className="grid content-start gap-4">
			<h2 id={id} className="text-2xl">
				The team
			</h2>
			<ul className="grid gap-4">
				{site.team.map((member) => (
					<TeamRow key={member.email} member={member} />
				))}
			</ul>
		</section>
	);
}

function TeamRow({ member: { name, role, email } }: { member: TeamMember }) {
	return (
		<li className="flex items-center gap-4">
			<Avatar name={name} className="size-14 text-lg" />
			<div className="min-w-0">
				<p className="font-semibold wrap-anywhere">{name}</p>
				{role && <p className="text-sm wrap-anywhere text-ink-soft">{role}</p>}
				<a
					href={`mailto:${email}`}
					className="inline-flex min-h-11 items-center text-sm wrap-anywhere text-link underline underline-offset-4"
				>
					{email}
				</a>
			</div>
		</li>
	);
}
