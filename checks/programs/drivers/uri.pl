# URI->new of the package URI, and the methods of its result. A text is given as its octets.
use strict;
use warnings;
use JSON::PP;
use URI;

my $json = JSON::PP->new->canonical->ascii;

sub answer {
    my $uri = URI->new(shift);
    my %found;

    # The class of a scheme has some of the methods only. "port" knows defaults.
    for my $method (qw(scheme userinfo host _port path query fragment)) {
        my $value = $uri->can($method) ? $uri->$method : undef;
        $found{ $method =~ s/^_//r } = "$value" if defined $value;
    }
    delete $found{port} if !length($found{port} // "");
    return \%found;
}

$| = 1;
local $SIG{__WARN__} = sub { };
print "$URI::VERSION\n";
while (my $line = <STDIN>) {
    chomp $line;
    my $found = eval { answer(pack "H*", $line) } || { error => "died" };
    print $json->encode($found), "\n";
}
