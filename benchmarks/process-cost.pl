# Runs a command and writes what it and all processes below it have cost: user seconds, system
# seconds, wall seconds, and the largest resident set of any one process in kilobytes.
#
# GNU time counts a process only when its parent waits for it. Nx leaves its plugin workers to end
# by themselves, so that up to half of the CPU time of a short run would not be seen. Here they are
# adopted and waited for.
#
# usage: perl process-cost.pl <result file> <wait|leave> <command> ...
# "leave" does not wait for what the command leaves running, such as a daemon.
use strict;
use warnings;
use POSIX ();

my %numbers = (x86_64 => [157, 98], aarch64 => [167, 165]);    # prctl, getrusage
my ($result, $left_over, @command) = @ARGV;
my $machine = (POSIX::uname())[4];
my ($prctl, $getrusage) = @{ $numbers{$machine} or die "no system call numbers for $machine\n" };
my ($set_child_subreaper, $children) = (36, -1);

syscall($prctl, $set_child_subreaper, 1, 0, 0, 0) == 0 or die "prctl: $!\n";
my $ticks = POSIX::sysconf(POSIX::_SC_CLK_TCK());
my $start = (POSIX::times())[0];
my $pid = fork() // die "fork: $!\n";
if ($pid == 0) {
    exec { $command[0] } @command or die "$command[0]: $!\n";
}
my $status;
while ((my $ended = wait()) > 0) {
    next if $ended != $pid;
    $status = $?;
    last;
}
my $wall = ((POSIX::times())[0] - $start) / $ticks;
if ($left_over eq 'wait') {
    local $SIG{ALRM} = sub { die "processes are still running a minute after @command\n" };
    alarm 60;
    1 while wait() > 0;
    alarm 0;
}
my $usage = "\0" x 256;
syscall($getrusage, $children, $usage) == 0 or die "getrusage: $!\n";
my ($user, $user_us, $system, $system_us, $resident) = unpack 'q5', $usage;
open my $file, '>', $result or die "$result: $!\n";
printf $file "%.3f %.3f %.2f %d\n", $user + $user_us / 1e6, $system + $system_us / 1e6, $wall, $resident;
close $file;
exit($status & 127 ? 1 : $status >> 8);
