import * as z from 'zod/mini';
import type { TeamMember } from '#contract/core/team.ts';

const TEAM_SIZE = 3;
const EXPECTED_FORMAT = 'must be three people as "Name, role <email>", separated by semicolons';
const MEMBER = /^([^,<>]+)(?:,([^<>]*))?<([^<>]*)>$/;

/** Parses the team from `Name, role <email>; Name <email>; …`. */
export const team = z.pipe(
	z.string().check(z.refine((text) => parseTeam(text) !== undefined, EXPECTED_FORMAT)),
	z.transform((text) => parseTeam(text) ?? []),
);

/** Undefined unless there are exactly three people, each with a name and an email address. */
function parseTeam(text: string): TeamMember[] | undefined {
	const parts = text.split(';');
	const members = parts.map(parseMember).filter((member) => member !== undefined);
	return parts.length === TEAM_SIZE && members.length === TEAM_SIZE ? members : undefined;
}

function parseMember(part: string): TeamMember | undefined {
	const [, name = '', role = '', email = ''] = (MEMBER.exec(part.trim()) ?? []).map((group = '') =>
		group.trim(),
	);
	const isComplete = name !== '' && z.safeParse(z.email(), email).success;
	return isComplete ? { name, role, email } : undefined;
}
